import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { buildMcpb } from '../../../scripts/mcpb.ts';
import { cliPackage } from '../../../scripts/npmTarballs.ts';
import { readManifest } from '../../../scripts/packagedExtension.ts';
import { run } from '../../../scripts/processGroup.ts';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';
import { initialize, initialized, request } from '../../support/toolServer.ts';

const root = join(import.meta.dirname, '../../..');

describe('the tool server for registries', () => {
  before(async () => {
    await run(process.execPath, ['scripts/build.ts'], root);
  });

  it('has the same name and version in server.json, in the npm package and on the image', async () => {
    const server = JSON.parse(readFileSync(join(root, 'server.json'), 'utf8')) as {
      name: string;
      version: string;
      description: string;
      packages: { identifier: string; version: string }[];
    };
    const product = await readManifest();
    assert.equal(server.version, product.version);
    assert.deepEqual(
      server.packages.map(({ identifier, version }) => [identifier, version]),
      [[cliPackage.name, product.version]],
    );
    assert.equal(cliPackage.fields(product).mcpName, server.name);
    assert.ok(readFileSync(join(root, 'Containerfile'), 'utf8').includes(`"${server.name}"`));
    // The registry refuses longer ones.
    assert.ok(server.description.length <= 100);
  });

  it('is a bundle that mcpb accepts, with the same bytes each time, and whose server lists its tools', async () => {
    const folder = temporaryFolder('mcpb');
    const bundle = await buildMcpb(folder);
    const bytes = readFileSync(bundle);
    assert.ok(bytes.equals(readFileSync(await buildMcpb(temporaryFolder('mcpb')))));
    const unpacked = join(folder, 'unpacked');
    for (const [path, content] of Object.entries(unzipSync(bytes))) {
      mkdirSync(dirname(join(unpacked, path)), { recursive: true });
      writeFileSync(join(unpacked, path), content);
    }
    const mcpb = join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
    const validated = execFileSync(process.execPath, [mcpb, 'validate', join(unpacked, 'manifest.json')]);
    assert.match(validated.toString(), /passes/);
    const listed = execFileSync(process.execPath, [join(unpacked, 'dist/cli.js'), 'mcp'], {
      env: {
        PATH: process.env.PATH,
        SERVICE_HOME: folder,
        SERVICE_CACHE: folder,
        SERVICE_ORG: '',
        SERVICE_URL: '',
      },
      input: [initialize, initialized, request(1, 'tools/list'), ''].join('\n'),
    });
    assert.match(listed.toString(), /"tools":\[.*"name":"explain_quality_gate"/);
  });
});
