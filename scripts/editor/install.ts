import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { findProgram } from '../../src/node/process/findProgram.ts';
import { cacheFolder, installStamped, Missing } from '../cache.ts';
import { run } from '../processGroup.ts';
import type { EditorVersion } from './versions.ts';

export interface InstalledEditor {
  readonly version: EditorVersion;
  /** The Node this editor is made for. */
  readonly node: string;
  /** `out/server-main.js` of the server build. */
  readonly serverMain: string;
}

/** The modules with which an editor logs and watches its parent process. */
export type NativeModules = 'standIns' | 'compiled';

const root = join(import.meta.dirname, '../..');

/** Raise it when the steps below change, so that installs made by older steps are made again. */
const recipe = 2;

/**
 * The modules of the server that have to be compiled, each with what stands in for it. The server needs no other native
 * module. An editor has one of the last two.
 */
const nativeModules: Readonly<Record<string, string>> = {
  '@vscode/spdlog': 'spdlog.cjs',
  'native-watchdog': 'watchdog.cjs',
  '@vscode/native-watchdog': 'watchdog.cjs',
};

/**
 * Installs a headless VS Code once per machine, from the committed lockfile; later calls return at once.
 *
 * Two native modules of the server are replaced by plain JavaScript (`standIns/`), so that the machine needs no compiler.
 * With `compiled` they are compiled, in a second copy of the editor: that needs g++, make and python3.
 * @param say receives one line per step
 * @throws Error naming what is missing on the machine, or the step that failed with the end of its output
 */
export async function installEditor(
  version: EditorVersion,
  say: (line: string) => void,
  modules: NativeModules = 'standIns',
): Promise<InstalledEditor> {
  const plain = join(cacheFolder(), 'headless', version);
  const folder = modules === 'compiled' ? `${plain}-compiled` : plain;
  const stamp = await stampOf(version);
  const started = Date.now();
  const step = (text: string): void => say(`VS Code ${version}: ${text}`);
  const finish = (): void => step(`installed in ${Math.round((Date.now() - started) / 1000)} s`);
  await installStamped(plain, stamp, async (part) => {
    requireMachine();
    step(`installing once, into ${plain}`);
    await download(version, part, step);
    finish();
  });
  if (modules === 'compiled')
    await installStamped(folder, stamp, async (part) => {
      requireCompiler();
      step('compiling two native modules');
      await cp(plain, part, { recursive: true, verbatimSymlinks: true });
      await compile(placesIn(part, version));
      finish();
    });
  return placesIn(folder, version);
}

async function download(version: EditorVersion, part: string, step: (text: string) => void): Promise<void> {
  await cp(join(root, 'editors', version), part, { recursive: true });

  // Its own install script insists on one Node version and builds modules that we don't need, hence --ignore-scripts.
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  step('downloading (1 of 2)');
  await run('npm', ['ci', ...quiet], part);

  step('downloading its modules (2 of 2)');
  const server = serverOf(placesIn(part, version));
  // `npm ci` refuses this shrinkwrap (a peer is missing in it); `install` follows it all the same.
  await run('npm', ['install', '--no-save', ...quiet], server);
  for (const name of nativeModulesOf(server)) {
    const standIn = nativeModules[name] ?? '';
    await copyFile(
      join(import.meta.dirname, 'standIns', standIn),
      join(server, 'node_modules', name, standIn),
    );
    await setMain(server, name, standIn);
  }
}

async function compile({ node, serverMain }: InstalledEditor): Promise<void> {
  const server = serverOf({ serverMain });
  const native = nativeModulesOf(server);
  for (const name of native) await setMain(server, name, 'index.js');
  const env = {
    PATH: [join(node, '..'), process.env.PATH].join(delimiter),
    // The Node package brings its own headers; without them node-gyp would download some.
    npm_config_nodedir: join(node, '../..'),
  };
  await run('npm', ['rebuild', '--ignore-scripts=false', '--loglevel=error', ...native], server, env);
  await run(node, ['-e', native.map((name) => `require(${JSON.stringify(name)});`).join('')], server);
}

/** Names the file that `require` of the module loads. */
async function setMain(server: string, name: string, main: string): Promise<void> {
  const file = join(server, 'node_modules', name, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...manifest, main }, undefined, 2));
}

const serverOf = ({ serverMain }: Pick<InstalledEditor, 'serverMain'>): string => join(serverMain, '../..');

const nativeModulesOf = (server: string): string[] =>
  Object.keys(nativeModules).filter((name) => existsSync(join(server, 'node_modules', name)));

function placesIn(folder: string, version: EditorVersion): InstalledEditor {
  const modules = join(folder, 'node_modules');
  return {
    version,
    node: join(modules, `node-linux-${process.arch}`, 'bin', 'node'),
    serverMain: join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

/** Changes with the lockfile, the stand-ins and the steps: an install with another stamp is not this one. */
async function stampOf(version: EditorVersion): Promise<string> {
  const files = [
    join(root, 'editors', version, 'package-lock.json'),
    ...[...new Set(Object.values(nativeModules))].map((name) => join(import.meta.dirname, 'standIns', name)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return `${recipe} ${process.arch} ${hash.digest('hex')}\n`;
}

/** Whether the headless editor runs on this machine. */
export const hasHeadlessEditor = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

function requireMachine(): void {
  if (!hasHeadlessEditor)
    throw new Error(
      `The headless editor runs on Linux (x64, arm64), not on ${process.platform} ${process.arch}. ` +
        'With a desktop: npm start -- --desktop, npm run test:desktop.',
    );
}

function requireCompiler(): void {
  const missing = ['g++', 'make', 'python3'].filter((name) => findProgram(name) === undefined);
  if (missing.length > 0)
    throw new Missing(
      `Compiling the editor's two native modules needs ${missing.join(', ')}; ` +
        'on Debian and Ubuntu: apt-get install build-essential python3.',
    );
}
