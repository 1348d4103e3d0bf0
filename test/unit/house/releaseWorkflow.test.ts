import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { images } from '../../../scripts/artefacts/images.ts';
import { publishingSteps } from '../../../scripts/artefacts/publishing.ts';
import { readManifest } from '../../../scripts/packagedExtension.ts';

const root = join(import.meta.dirname, '../../..');
const workflows = join(root, '.github/workflows');
const job = z.object({
  permissions: z.optional(z.record(z.string(), z.string())),
  steps: z.array(
    z.object({
      run: z.optional(z.string()),
      uses: z.optional(z.string()),
      with: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});
const read = (file: string) =>
  z
    .object({
      on: z.unknown(),
      permissions: z.record(z.string(), z.string()),
      jobs: z.record(z.string(), job),
    })
    .parse(parse(readFileSync(join(workflows, file), 'utf8')));
const release = read('release.yml');
const commandsOf = (name: string): string =>
  (release.jobs[name]?.steps ?? []).map(({ run = '' }) => run).join('\n');

describe('the release workflow', () => {
  it('runs for tags only, and stores no secret', () => {
    assert.deepEqual(release.on, { push: { tags: ['v*'] } });
    assert.doesNotMatch(readFileSync(join(workflows, 'release.yml'), 'utf8'), /secrets\./);
  });

  it('gives each job the permissions of one registry', () => {
    assert.deepEqual(release.permissions, {});
    const identity = { contents: 'read', 'id-token': 'write' };
    assert.deepEqual(
      Object.fromEntries(Object.entries(release.jobs).map(([name, { permissions }]) => [name, permissions])),
      {
        build: { contents: 'read' },
        compare: undefined,
        attest: { 'id-token': 'write', attestations: 'write' },
        marketplace: identity,
        'open-vsx': identity,
        npm: identity,
        images: { contents: 'read', packages: 'write' },
        'mcp-registry': identity,
        page: { contents: 'write' },
      },
    );
  });

  it('publishes with the tools and the versions that the dry run names', async () => {
    const steps = publishingSteps(await readManifest(), ['service-cli-5.0.0.tgz']);
    const tools = [
      ...steps.matchAll(/(?<=bin\/)\S+ publish(?: --[\w-]+)?|mcp-publisher.? publish|gh release create/g),
    ];
    assert.equal(tools.length, 5);
    const commands = Object.keys(release.jobs).map(commandsOf).join('\n');
    for (const [tool] of tools) assert.ok(commands.replaceAll('"', '').includes(tool), tool);
    for (const [name, { containerfile }] of Object.entries(images))
      assert.ok(commandsOf('images').includes(`publish ${name} ${containerfile}`), name);
    assert.ok(
      release.jobs.attest?.steps.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@')),
    );
  });

  it('compares two builds before it publishes one of them', () => {
    assert.match(commandsOf('build'), /npm run release -- --dry-run/);
    assert.match(commandsOf('compare'), /^diff -r copies\/build-first copies\/build-second$/m);
  });
});

describe('each workflow', () => {
  for (const file of readdirSync(workflows)) {
    const steps = Object.values(read(file).jobs).flatMap((each) => each.steps);

    it(`runs actions by their commit, and keeps no credentials after the checkout: ${file}`, () => {
      const used = steps.filter(({ uses }) => uses !== undefined);
      assert.ok(used.length > 0);
      for (const { uses = '', with: options } of used) {
        assert.match(uses, /@[0-9a-f]{40}$/);
        if (uses.startsWith('actions/checkout@')) assert.equal(options?.['persist-credentials'], false);
      }
    });

    it(`runs no program that it downloads without a checksum or a lock file: ${file}`, () => {
      for (const { run = '' } of steps) {
        assert.doesNotMatch(run, /\bnpx\b|npm install/);
        if (/\bcurl\b/.test(run)) assert.match(run, /^echo "[0-9a-f]{64} {2}.*" \| sha256sum --check$/m);
      }
    });
  }
});
