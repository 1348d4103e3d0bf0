import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);
const { satisfies } = require('semver') as {
  readonly satisfies: (version: string, range: string) => boolean;
};

/** The oldest Node that `npm ci` may run on: `engines.node` of package.json. */
const oldestNode = '20.19.0';

const lockfile = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        engines: z.optional(z.union([z.object({ node: z.optional(z.string()) }), z.array(z.string())])),
        deprecated: z.optional(z.string()),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

describe('the packages of the lockfile', () => {
  const packages = Object.entries(lockfile.packages);

  it(`run on Node ${oldestNode}, so that npm ci prints no EBADENGINE`, () => {
    const tooNew = packages.flatMap(([name, { engines }]) => {
      const range = Array.isArray(engines) ? undefined : engines?.node;
      return range === undefined || satisfies(oldestNode, range) ? [] : [`${name}: ${range}`];
    });
    assert.deepEqual(tooNew, []);
  });

  it('are not deprecated, so that npm ci prints no warning', () => {
    const deprecated = packages.filter(([, about]) => about.deprecated !== undefined).map(([name]) => name);
    assert.deepEqual(deprecated, []);
  });
});
