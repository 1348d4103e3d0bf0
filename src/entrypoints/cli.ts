#!/usr/bin/env node
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type v8 from 'node:v8';
import type { Answer } from '../agents/protocol.ts';
import { denialOf } from '../agents/protocols.ts';
import { runWithCompiledCode } from '../cli/compiledCode.ts';
import { hangs, watchedRequire } from '../cli/hook/watchdog.ts';
import { flawOfFolder } from '../node/files/serviceHome.ts';
import { systemCodeOf } from '../node/systemError.ts';

/**
 * `service-cli`: loads only the bundle that the first argument needs, so that a hook does not load the prompts and only
 * `platform` loads the platform. Each bundle reads `process.argv` and runs as soon as it is loaded.
 */
const bundles: Readonly<Record<string, string>> = {
  hook: './hook.js',
  mcp: './tools.js',
  platform: './platform.js',
  relay: './relay.js',
};

/** The npm package with the embedded platform, installed beside service-cli. A checkout has the bundle itself. */
const platformPackage = 'service-emulator';

const [command = '', ...rest] = process.argv.slice(2);
// The hook bundle takes every word for an agent or an event, and denies unknown ones.
const isHookHelp = command === 'hook' && ['-h', '--help'].includes(rest.at(-1) ?? '');
const ownBundle = Object.hasOwn(bundles, command) && !isHookHelp ? bundles[command] : undefined;
const bundle = ownBundle ?? './commands.js';

/** The bundles that start often. A third of the start of a command is compiling. */
const keptBundles: readonly string[] = ['./commands.js', './tools.js'];

try {
  if (keptBundles.includes(bundle))
    process.once('exit', runWithCompiledCode(require.resolve(bundle), { folder: compiledCode(), require }));
  else if (command === 'hook') runHook(bundle);
  else load(bundle);
} catch (error) {
  if (!isMissingModule(error)) throw error;
  if (command === 'hook') denyWithoutHandler(process.argv[3] ?? '', process.argv[4] ?? '');
  else {
    const install =
      command === 'platform'
        ? `Install the embedded platform beside it: npm install --global ${platformPackage}`
        : 'Install the npm package service-cli.';
    process.stderr.write(`service-cli ${command}: not part of this package. ${install}\n`);
    process.exitCode = 1;
  }
}

function runHook(bundle: string): void {
  compileOnMainThread();
  const [, , , editor = '', event = ''] = process.argv;
  const answer = (): Answer => denialOf(editor, event, hangs);
  runWithCompiledCode(require.resolve(bundle), {
    folder: undefined,
    require: watchedRequire(require, answer, false),
  });
}

/**
 * Keeps V8 from compiling in threads: a thread that needs memory while the process ends waits for the main thread, which
 * waits for the thread, and the hook never ends (https://github.com/nodejs/node/issues/54918). V8 decides at its start
 * whether Maglev compiles in a thread, so only turning Maglev off helps here. Installed hooks start Node with
 * `--single-threaded`.
 */
function compileOnMainThread(): void {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- `import()` would start Node's second module loader
  const { setFlagsFromString } = require('node:v8') as typeof v8;
  setFlagsFromString('--no-maglev');
  setFlagsFromString('--no-concurrent-recompilation');
  setFlagsFromString('--no-concurrent-sparkplug');
}

/** Runs a bundle of this package, or the embedded platform, which is a separate package. */
function load(file: string): void {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- `import()` would start Node's second module loader for nothing; this file runs only as a bundle
    require(file);
  } catch (error) {
    if (file !== bundles.platform || !isMissingModule(error)) throw error;
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as above
    require(platformPackage);
  }
}

/** Returns the folder of the compiled code; undefined if a repository or another user may put code to run there. */
function compiledCode(): string | undefined {
  const chosen = process.env.SERVICE_CACHE ?? '';
  const folder = join(isAbsolute(chosen) ? chosen : join(homedir(), '.cache', 'service-ide'), 'compiled');
  return flawOfFolder(folder, [process.cwd()]) === undefined ? folder : undefined;
}

function isMissingModule(error: unknown): boolean {
  return systemCodeOf(error) === 'MODULE_NOT_FOUND';
}

/** Answers for a hook whose bundle is missing: the editor still needs an answer, and it is a refusal. */
function denyWithoutHandler(editor: string, event: string): void {
  const reason = `Blocked: the secrets hook is incomplete. Reinstall service-cli, then run: service-cli integrate ${editor}`;
  const { stdout, stderr, exitCode } = denialOf(editor, event, reason);
  if (stderr !== undefined) process.stderr.write(`${stderr}\n`);
  process.stdout.write(stdout);
  process.exitCode = exitCode;
}
