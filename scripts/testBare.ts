/**
 * `npm run test:bare`: on a minimal Debian or Ubuntu, made by debootstrap, with Node 20.19.0, npm and git, runs the two commands
 * that README and CONTRIBUTING promise, as root and as a user: `npm ci && npm start` until the editor answers, and
 * `npm ci && npm test`. The committed state of this repository is what runs. `-- --recipe start` or `test` runs one of the two,
 * `--user root` or `developer` one user. Needs root and debootstrap; exits with 3 where no minimal system can be made.
 */
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { closeRun, type Counts } from '../test/harness/editorRun.ts';
import { findProgram } from '../src/node/process/findProgram.ts';
import { cacheFolder, installStamped } from './cache.ts';
import { installNode, supportedNodes } from './nodeVersions.ts';
import { exitOnSignals, startGroup, type ProcessGroup, run } from './processGroup.ts';
import { inside, makeDebian, orExit, ownSuite, takeNames } from './minimalSystem.ts';
import { scriptOptions } from './scriptOptions.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');
const started = Date.now();

function say(line: string): void {
  console.error(`${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}`);
}

async function makeSystem(): Promise<string> {
  const system = join(temporaryFolder('bare'), 'root');
  const made = join(cacheFolder(), 'bare');
  const suite = ownSuite();
  await installStamped(made, `${suite}\n`, async (part) => {
    say(`Making a minimal system (${suite}) with git and certificates once, in ${made}`);
    await makeDebian(join(part, 'root'), suite, ['git', 'ca-certificates']);
  });
  await run('cp', ['--archive', join(made, 'root'), system], root);
  takeNames(system);

  const [oldestNode] = supportedNodes;
  say(`Adding Node ${oldestNode} and npm`);
  cpSync(join(await installNode(oldestNode), 'node'), join(system, 'usr/local/bin/node'));
  const npm = findProgram('npm');
  if (npm === undefined) throw new Error('npm is not on PATH.');
  cpSync(join(realpathSync(npm), '../..'), join(system, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
  });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(system, 'usr/local/bin/npm'));
  symlinkSync('../lib/node_modules/npm/bin/npx-cli.js', join(system, 'usr/local/bin/npx'));
  // The certificate authorities that npm or Node trusts here, such as those of a company's proxy.
  const ofNpm = (await run('npm', ['config', 'get', 'cafile'], root)).trim();
  const authorities = [ofNpm, process.env.NODE_EXTRA_CA_CERTS ?? ''].find((path) => existsSync(path));
  if (authorities !== undefined) cpSync(authorities, join(system, 'etc/ssl/certs/ca-certificates.crt'));
  writeFileSync(
    join(system, 'usr/local/lib/node_modules/npm/npmrc'),
    'cafile=/etc/ssl/certs/ca-certificates.crt\n',
  );
  await run('chroot', [system, 'useradd', '--create-home', 'developer'], root);
  return system;
}

/** Starts a command line in a copy of the repository, in the minimal system. */
function startInside(system: string, user: string, home: string, line: string): Promise<ProcessGroup> {
  const clean = ['/usr/bin/env', '-i', `HOME=${home}`, `USER=${user}`, 'PATH=/usr/local/bin:/usr/bin:/bin'];
  const shell = ['/bin/sh', '-c', `cd ~/service-ide && ${line}`];
  return startGroup('unshare', inside(system, [`--userspec=${user}`, system, ...clean, ...shell]), {
    stdio: ['ignore', 'pipe', 'inherit'],
    atExit: 'SIGTERM',
    graceMs: 20_000,
  });
}

async function follow(system: string, user: string, recipe: 'start' | 'test'): Promise<boolean> {
  const home = user === 'root' ? '/root' : `/home/${user}`;
  const clone = join(system, home, 'service-ide');
  if (!existsSync(clone)) {
    mkdirSync(join(system, home), { recursive: true });
    await run('git', ['clone', '--quiet', `file://${root}`, clone], root);
    await run('chroot', [system, 'chown', '-R', user, join(home, 'service-ide')], root);
  }
  const from = Date.now();
  say(`As ${user}: npm ci && npm ${recipe}`);
  const group = await startInside(system, user, home, `npm ci && npm ${recipe}`);
  const lines: string[] = [];
  let address: string | undefined;
  const printed = (async () => {
    if (!group.child.stdout) return;
    for await (const text of createInterface(group.child.stdout)) {
      console.log(text);
      lines.push(text);
      if (recipe !== 'start' || !text.startsWith('http')) continue;
      address = text.trim();
      break;
    }
  })();
  let isKept: boolean;
  if (recipe === 'start') {
    await printed;
    isKept = address !== undefined && (await fetch(address, { redirect: 'manual' })).ok;
    await group.stop();
  } else {
    isKept = (await group.exited) === 0;
    await printed;
  }
  const seconds = Math.round((Date.now() - from) / 1000);
  say(
    `As ${user}: npm ci && npm ${recipe} ${isKept ? 'passed' : 'FAILED'} after ${seconds} s (${lines.at(-1) ?? ''})`,
  );
  return isKept;
}

exitOnSignals();
const { values } = scriptOptions({ options: { recipe: { type: 'string' }, user: { type: 'string' } } });
const system = await orExit(makeSystem);
const results: Counts[] = [];
for (const user of ['root', 'developer'].filter((name) => (values.user ?? name) === name))
  for (const recipe of (['start', 'test'] as const).filter((name) => (values.recipe ?? name) === name)) {
    const isKept = await follow(system, user, recipe);
    results.push({ passed: isKept ? 1 : 0, failed: isKept ? 0 : 1 });
  }
closeRun(results);
