import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { images } from '../../../scripts/artefacts/images.ts';
import { run } from '../../../scripts/processGroup.ts';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';

const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

for (const [name, { containerfile }] of Object.entries(images)) {
  /** Instructions with their arguments, continued lines joined. */
  const instructions = readFileSync(join(root, containerfile), 'utf8')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => /^(?<name>[A-Z]+) +(?<rest>\S.*)$/.exec(line)?.groups ?? {});
  const of = (instruction: string): string[] =>
    instructions.filter(({ name: first }) => first === instruction).map(({ rest = '' }) => rest);
  const lastStage = instructions.slice(instructions.findLastIndex(({ name: first }) => first === 'FROM'));

  describe(`the image ${name}`, () => {
    it('is built in a stage of its own, on a base that is named by its exact version and its digest', () => {
      const bases = of('FROM');
      assert.equal(bases.length, 2);
      for (const base of bases)
        assert.match(
          base,
          /^docker\.io\/library\/node:\d+\.\d+\.\d+-alpine@sha256:[0-9a-f]{64}(?: AS build)?$/,
        );
      assert.ok(of('RUN')[0]?.endsWith(`node scripts/stageImage.ts ${name} /app`));
      assert.ok(lastStage.some(({ rest }) => rest === '--from=build /app /app'));
    });

    it('runs without the rights of root, stops by a signal, and says whether it works [S4]', () => {
      assert.equal(of('USER').at(-1), 'node');
      assert.deepEqual(of('STOPSIGNAL'), ['SIGTERM']);
      assert.match(of('HEALTHCHECK')[0] ?? '', / CMD \["node", /);
    });

    it('has the labels of the Open Container Initiative, with the version of package.json', () => {
      const labels = of('LABEL').join(' ');
      for (const label of ['title', 'description', 'licenses'])
        assert.match(labels, new RegExp(`org\\.opencontainers\\.image\\.${label}="[^"]+"`));
      assert.ok(labels.includes(`org.opencontainers.image.version="${version}"`));
      assert.equal(labels.includes('io.modelcontextprotocol.server.name="'), name === 'tool-server');
    });

    it('contains no token: that comes with each start [S4]', () =>
      assert.ok([...of('ENV'), ...of('ARG')].every((words) => !/TOKEN|PASS|SECRET/.test(words))));

    it('starts its program from the folder that the build stage makes, which has the notices', async () => {
      const app = join(temporaryFolder('image'), 'app');
      await run(process.execPath, ['scripts/build.ts'], root);
      await run(process.execPath, ['scripts/stageImage.ts', name, app], root);
      assert.ok(existsSync(join(app, 'THIRD_PARTY_NOTICES.md')));
      const [, ...words] = JSON.parse(of('ENTRYPOINT')[0] ?? '[]') as string[];
      const { status, stdout, stderr } = spawnSync(process.execPath, [...words, '--help'], {
        cwd: app,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^Usage: /);
    });
  });
}

describe('the health check of the tool server', () => {
  const folder = temporaryFolder('health');
  const check = (...words: string[]): Promise<unknown> => {
    const file = join(folder, 'cmdline');
    writeFileSync(file, [...words, ''].join('\0'));
    return run(process.execPath, [join(root, 'scripts/toolServerHealth.ts'), file], folder);
  };

  it('passes over stdio, and over HTTP while its port accepts connections', async () => {
    await check('node', 'dist/cli.js', 'mcp');
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    await check('node', 'dist/cli.js', 'mcp', '--transport', 'http', '--port', port);
    await check('node', 'dist/cli.js', 'mcp', '--transport=https', `--port=${port}`);
    server.close();
    await once(server, 'close');
    await assert.rejects(check('node', 'dist/cli.js', 'mcp', '--transport', 'http', '--port', port));
  });

  it('asks at the address that the server listens on', async () => {
    const server = createServer().listen(0, '127.0.0.2');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    const words = ['node', 'dist/cli.js', 'mcp', '--transport', 'http', '--port', port];
    try {
      await check(...words, '--host', '127.0.0.2');
      await assert.rejects(check(...words, '--host', '0.0.0.0'));
    } finally {
      server.close();
    }
  });
});
