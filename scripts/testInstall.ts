/**
 * `npm run test:install`: installs service-cli as a user does, in an empty prefix on every supported Node, and runs the tests
 * of the network of a company with each, and unit tests on the next version of Node and with musl. The first run downloads the versions
 * of Node. `-- --here`: installs on the Node of this process alone, as `npm test` does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { muslNode } from './muslNode.ts';
import { installNode, supportedNodes } from './nodeVersions.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { here: { type: 'boolean', default: false } } });
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
  for (const folder of [await installNode('26.10.0'), ...(musl === undefined ? [] : [musl])])
    for (const room of ['core', 'secrets', 'agents'])
      await runTests(
        `test/unit/${room}/**/*.test.ts`,
        { PATH: folder + delimiter + (process.env.PATH ?? '') },
        join(folder, 'node'),
      );
}

/** Runs test files with more variables. A failure becomes the exit code of this process. */
async function runTests(files: string, env: NodeJS.ProcessEnv, node = process.execPath): Promise<void> {
  const tests = spawn(node, ['node_modules/mocha/bin/mocha.js', '--exit', files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [code] = (await once(tests, 'exit')) as [number | null];
  if (code !== 0) process.exitCode = code ?? 1;
}
