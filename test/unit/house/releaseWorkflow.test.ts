import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { images } from '../../../scripts/artefacts/images.ts';
import { publishingSteps } from '../../../scripts/artefacts/publishing.ts';
import { readManifest } from '../../../scripts/packagedExtension.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
const workflow = z
  .object({
    on: z.object({ push: z.object({ tags: z.array(z.string()) }) }),
    permissions: z.record(z.string(), z.string()),
    jobs: z.record(
      z.string(),
      z.object({
        permissions: z.optional(z.record(z.string(), z.string())),
        steps: z.array(z.object({ run: z.optional(z.string()), uses: z.optional(z.string()) })),
      }),
    ),
  })
  .parse(parse(text));
const commandsOf = (job: string): string =>
  (workflow.jobs[job]?.steps ?? []).map(({ run = '' }) => run).join('\n');

describe('the release workflow', () => {
  it('runs for tags only, and stores no secret', () => {
    assert.deepEqual(workflow.on, { push: { tags: ['v*'] } });
    assert.doesNotMatch(text, /secrets\./);
  });

  it('gives the rights to publish to the job that publishes alone', () => {
    assert.deepEqual(workflow.permissions, { contents: 'read' });
    const { build, publish } = workflow.jobs;
    assert.equal(build?.permissions, undefined);
    assert.deepEqual(publish?.permissions, {
      contents: 'write',
      'id-token': 'write',
      attestations: 'write',
      packages: 'write',
    });
  });

  it('publishes with the tools and the versions that the dry run names', async () => {
    const steps = publishingSteps(await readManifest(), ['service-cli-5.0.0.tgz']);
    const tools = [
      ...steps.matchAll(/npx \S+ publish --[\w-]+|npm publish|mcp-publisher \w+|gh release create/g),
    ];
    assert.equal(tools.length, 6);
    const commands = commandsOf('publish');
    for (const [tool] of tools) assert.ok(commands.includes(tool), tool);
    for (const [name, { containerfile }] of Object.entries(images))
      assert.ok(commands.includes(`publish ${name} ${containerfile}`), name);
    assert.ok(
      workflow.jobs.publish?.steps.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@')),
    );
  });

  it('compares two builds before it publishes one of them', () => {
    assert.match(commandsOf('build'), /npm run release -- --dry-run/);
    assert.match(commandsOf('publish'), /^diff -r copies\/build-first copies\/build-second$/m);
  });
});
