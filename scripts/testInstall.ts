/**
 * `npm run test:install`: installs service-cli as a user does, in an empty prefix on every supported Node. The first run
 * downloads the versions of Node. `-- --here`: on the Node of this process alone, as `npm test` does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installNode, supportedNodes } from './nodeVersions.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { here: { type: 'boolean', default: false } } });
const nodes = values.here ? [dirname(process.execPath)] : [];
if (!values.here) for (const version of supportedNodes) nodes.push(await installNode(version));
const tests = spawn(
  process.execPath,
  ['node_modules/mocha/bin/mocha.js', '--exit', 'test/install/**/*.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SERVICE_INSTALL_NODES: nodes.join(delimiter) },
  },
);
const [code] = (await once(tests, 'exit')) as [number | null];
process.exitCode = code ?? 1;
