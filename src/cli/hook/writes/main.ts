/** Checks what a request writes. This is a separate bundle, because requests that only read need none of it. */
import { dirname } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { checkWrites, type FilePorts, type WritePorts } from '../../../agents/protected/checkWrites.ts';
import { whySettingsRefused } from '../../../agents/protected/checkSettings.ts';
import { whyCommandRefused, whySecretRunRefused } from '../../../agents/protected/commandGuard.ts';
import type { Field } from '../../../agents/shell/syntax/glob.ts';
import type { Facts } from '../../../agents/shell/facts.ts';
import type { HookInput } from '../../../agents/protocol.ts';
import type { TimeLimit } from '../../../agents/timeLimit.ts';
import { homeOf, serviceHome } from '../../../node/files/serviceHome.ts';
import { gitText } from '../../../node/process/git.ts';
import { realFile } from '../../../node/files/realPath.ts';
import { readTextIfFile } from '../../readText.ts';

interface EventContext {
  readonly findNewSecret: WritePorts['findNewSecret'];
  readonly countAllowed: WritePorts['countAllowed'];
  readonly time: TimeLimit;
  readonly env: NodeJS.ProcessEnv;
}

export async function check(
  { writes, settings }: Pick<HookInput, 'writes' | 'settings'>,
  context: EventContext,
): Promise<string | undefined> {
  const ports = portsOf(context);
  return (settings && whySettingsRefused(settings, ports)) ?? (await checkWrites(writes, ports));
}

export interface ReadCommand {
  readonly text: string;
  readonly facts: Facts;
  /** The folders in which it may run, absolute. */
  readonly folders: readonly string[];
}

/**
 * Returns why a command line is denied because it would weaken the hooks or use secrets of the user, or undefined.
 *
 * @param whyRunRefused Returns why the user has not allowed `service-cli run ARGS…` in a folder.
 */
export function checkCommand(
  { text, facts, folders }: ReadCommand,
  env: NodeJS.ProcessEnv,
  whyRunRefused: (folder: string, args: readonly string[]) => string | undefined = () => 'no consent',
): string | undefined {
  const textsOf = (fields: readonly Field[]): string[] => fields.map((field) => field.text);
  const { calls, written, settings } = facts;
  const actions = {
    text,
    folders,
    home: () => homeOf(env),
    calls: calls.map(textsOf),
    written: textsOf(written),
    settings: textsOf(settings),
  };
  return whySecretRunRefused(actions, whyRunRefused) ?? whyCommandRefused(actions, filePorts(env));
}

function portsOf({ findNewSecret, countAllowed, time, env }: EventContext): WritePorts {
  return {
    ...filePorts(env),
    findNewSecret,
    countAllowed,
    isCommitted: (path) => isCommitted(path, { timeoutMs: time.leftMs, env }),
  };
}

function filePorts(env: NodeJS.ProcessEnv): FilePorts {
  const { directory } = serviceHome(env);
  return {
    readTextIfFile,
    realPath: realFile,
    parseJson,
    serviceHome: realFile(directory) ?? directory,
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
