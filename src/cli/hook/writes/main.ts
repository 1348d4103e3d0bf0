/**
 * Checks what a request writes. This is a separate bundle, because requests that only read need none of it.
 */
import { dirname } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { checkWrites, type WritePorts } from '../../../agents/protected/checkWrites.ts';
import type { HookInput } from '../../../agents/protocol.ts';
import type { TimeLimit } from '../../../agents/timeLimit.ts';
import { serviceHome } from '../../../node/files/serviceHome.ts';
import { gitText } from '../../../node/process/git.ts';
import { realFile } from '../../../node/files/repositoryFolder.ts';
import { readTextIfFile } from '../../readText.ts';

interface EventContext {
  readonly findNewSecret: WritePorts['findNewSecret'];
  readonly time: TimeLimit;
  readonly env: NodeJS.ProcessEnv;
}

/** Returns why the changes of files in a request are denied, or undefined. */
export function check({ writes }: HookInput, context: EventContext): Promise<string | undefined> {
  return checkWrites(writes, portsOf(context));
}

function portsOf({ findNewSecret, time, env }: EventContext): WritePorts {
  const { directory } = serviceHome(env);
  return {
    readTextIfFile,
    realPath: realFile,
    parseJson,
    serviceHome: realFile(directory) ?? directory,
    findNewSecret,
    isCommitted: (path) => isCommitted(path, { timeoutMs: time.leftMs, env }),
  };
}

function parseJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : value;
}

/** A file in a repository that git does not ignore. A folder that does not exist yet is in the repository above it. */
async function isCommitted(
  path: string,
  options: { readonly timeoutMs: number; readonly env: NodeJS.ProcessEnv },
): Promise<boolean> {
  const file = realFile(path) ?? path;
  if (/[\\/]\.git[\\/]/.test(file)) return false;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if ((await gitText(folder, 'rev-parse', ['--git-dir'], options)) !== undefined)
      return (await gitText(folder, 'check-ignore', ['-q', '--', file], options)) === undefined;
    if (folder === dirname(folder)) return false;
  }
}
