import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { withLock } from '../../src/node/files/locks/lock.ts';
import { cacheFolder } from '../cacheFolder.ts';
import { run } from '../run.ts';
import type { EditorVersion } from './versions.ts';

/** Paths of the two files that start an installed editor. */
export interface InstalledEditor {
  readonly version: EditorVersion;
  /** The Node this editor is made for. */
  readonly node: string;
  /** `out/server-main.js` of the server build. */
  readonly serverMain: string;
}

const root = join(import.meta.dirname, '../..');

/** How long one installer waits for another, milliseconds. */
const installPatienceMs = 10 * 60_000;

/** Raise it when the steps below change, so that installs made by older steps are made again. */
const recipe = 1;

/**
 * Installs a headless VS Code once per machine, from the committed lockfile; later calls return at once.
 *
 * The editor is put together in a folder beside its place and renamed as the last step, so half an install is never
 * taken for a whole one; a lock keeps a second installer waiting, not building.
 * @param say receives one line per step
 * @throws Error naming what is missing on the machine, or the step that failed with the end of its output
 */
export async function installEditor(
  version: EditorVersion,
  say: (line: string) => void,
): Promise<InstalledEditor> {
  const home = join(cacheFolder(), 'editors');
  const folder = join(home, version);
  const stamp = await stampOf(version);
  if (!(await hasStamp(folder, stamp))) {
    requireMachine();
    await mkdir(home, { recursive: true });
    // Another installer may need minutes: only its heartbeat tells whether it was killed.
    await withLock(
      folder,
      async () => {
        if (!(await hasStamp(folder, stamp))) await build(version, folder, stamp, say);
      },
      installPatienceMs,
    );
  }
  return placesIn(folder, version);
}

async function build(
  version: EditorVersion,
  folder: string,
  stamp: string,
  say: (line: string) => void,
): Promise<void> {
  const started = Date.now();
  const step = (text: string): void => {
    say(`VS Code ${version}: ${text}`);
  };
  step(`installing once, into ${folder}`);
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await cp(join(root, 'editors', version), part, { recursive: true });

  // Its own install script insists on one Node version and builds modules that we don't need, hence --ignore-scripts.
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  step('downloading (1 of 3)');
  await run('npm', ['ci', ...quiet], part);

  step('downloading its modules (2 of 3)');
  const { node, serverMain } = placesIn(part, version);
  const server = join(serverMain, '../..');
  // `npm ci` refuses this shrinkwrap (a peer is missing in it); `install` follows it all the same.
  await run('npm', ['install', '--no-save', ...quiet], server);

  step('compiling two native modules (3 of 3)');
  const native = ['@vscode/spdlog', 'native-watchdog', '@vscode/native-watchdog'].filter((name) =>
    existsSync(join(server, 'node_modules', name)),
  );
  const env = {
    PATH: [join(node, '..'), process.env.PATH].join(delimiter),
    // The Node package brings its own headers; without them node-gyp would download some.
    npm_config_nodedir: join(node, '../..'),
  };
  await run('npm', ['rebuild', '--ignore-scripts=false', '--loglevel=error', ...native], server, env);
  await run(node, ['-e', native.map((name) => `require(${JSON.stringify(name)});`).join('')], server);

  await writeFile(join(part, 'stamp'), stamp);
  await rm(folder, { recursive: true, force: true });
  await rename(part, folder);
  step(`installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

function placesIn(folder: string, version: EditorVersion): InstalledEditor {
  const modules = join(folder, 'node_modules');
  return {
    version,
    node: join(modules, `node-linux-${process.arch}`, 'bin', 'node'),
    serverMain: join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

/** Changes with the lockfile and with the steps: an install with another stamp is not this one. */
async function stampOf(version: EditorVersion): Promise<string> {
  const lockfile = await readFile(join(root, 'editors', version, 'package-lock.json'));
  return `${recipe} ${process.arch} ${createHash('sha256').update(lockfile).digest('hex')}\n`;
}

async function hasStamp(folder: string, stamp: string): Promise<boolean> {
  const file = join(folder, 'stamp');
  return existsSync(file) && (await readFile(file, 'utf8')) === stamp;
}

function requireMachine(): void {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    throw new Error(
      `The headless editor runs on Linux (x64, arm64), not on ${process.platform} ${process.arch}. ` +
        'With a desktop: npm start -- --desktop, npm run test:desktop.',
    );
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = ['g++', 'make', 'python3'].filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  );
  if (missing.length > 0)
    throw new Error(
      `Building the editor's two native modules needs ${missing.join(', ')}; ` +
        'on Debian and Ubuntu: apt-get install build-essential python3.',
    );
}
