import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const manifest = z
  .object({
    scripts: z.record(z.string(), z.string()),
    contributes: z.object({
      configuration: z.object({ properties: z.record(z.string(), z.unknown()) }),
    }),
  })
  .parse(JSON.parse(read('package.json')));

describe('the documents', () => {
  for (const file of ['README.md', 'CONTRIBUTING.md'])
    it(`name only scripts that there are: ${file}`, () => {
      const named = [...read(file).matchAll(/\bnpm (?:run ([\w:]+)|(start|test))\b/g)].map(
        ([, run, short]) => run ?? short ?? '',
      );
      assert(named.length > 0);
      assert.deepEqual(
        named.filter((script) => !(script in manifest.scripts)),
        [],
      );
    });

  it('explain every setting', () => {
    const text = read('README.md');
    const settings = Object.keys(manifest.contributes.configuration.properties);
    const missing = settings.filter(
      (setting) => !text.includes(setting) && !text.includes(`\`.${setting.split('.').at(-1) ?? ''}\``),
    );
    assert.deepEqual(missing, []);
  });

  it('show only pictures that there are', () => {
    for (const [, picture] of read('README.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
      readFileSync(join(root, picture ?? ''));
  });
});
