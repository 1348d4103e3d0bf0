#!/usr/bin/env node
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as nodeModule from 'node:module';
import { runWithCompiledCode } from './compiledCode.ts';
import { deny } from './hook/answers.ts';
import { kindOf } from './hook/editors.data.ts';

/**
 * `service-cli`: loads the one bundle that the first argument needs, so that a hook doesn't pay for the prompts and
 * nothing pays for the platform. Each bundle reads `process.argv` and runs as soon as it is loaded.
 */
const bundles: Readonly<Record<string, string>> = {
  hook: './hook.js',
  mcp: './tools.js',
  platform: './platform.js',
  relay: './relay.js',
};

const [command = ''] = process.argv.slice(2);
const bundle = Object.hasOwn(bundles, command) ? bundles[command] : './commands.js';

try {
  if (command === 'mcp' && !keepsCompiledCode())
    process.once('exit', runWithCompiledCode(require.resolve(bundle ?? ''), compiledCode()));
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- `import()` would start Node's second module loader for nothing; this file runs only as a bundle
  else require(bundle ?? '');
} catch (error) {
  if (!isMissing(error)) throw error;
  if (command === 'hook') denyWithoutHandler(process.argv[3] ?? '', process.argv[4] ?? '');
  else {
    process.stderr.write(
      `service-cli ${command}: not part of this package; install the npm package service-cli.\n`,
    );
    process.exitCode = 1;
  }
}

/**
 * An editor starts the tool server each time it opens: a fifth of that start is compiling. Node keeps the compiled
 * code itself from 22.1 on.
 */
function keepsCompiledCode(): boolean {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(compiledCode());
  return enableCompileCache !== undefined;
}

/** A folder of the user's own, because what lies there is run. */
function compiledCode(): string {
  const cache = process.env.SERVICE_CACHE ?? join(homedir(), '.cache', 'service-ide');
  return join(cache, 'compiled');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}

/** A hook without its handler still has to answer, and the answer is no. */
function denyWithoutHandler(editor: string, event: string): void {
  const reason = `Blocked: the secrets guard is incomplete. Reinstall service-cli, then run: service-cli integrate ${editor}`;
  const { stdout, exitCode } = deny(kindOf(editor, event) ?? 'permission', reason);
  process.stdout.write(stdout);
  process.exitCode = exitCode;
}
