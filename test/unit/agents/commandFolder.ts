import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkCommands, type CommandDenial } from '../../../src/agents/checkCommands.ts';
import type { CommandPorts } from '../../../src/agents/commandPorts.ts';
import { emptyInput, type HookInput } from '../../../src/agents/protocol.ts';
import { glob, isFolder, list, readAny } from '../../../src/cli/hook/shell/files.ts';
import { checkCommand } from '../../../src/cli/hook/writes/main.ts';
import { endlessTime } from '../../support/timeLimits.ts';
import { findSecret, token } from './shell/shellProject.ts';
import { homeVariables } from '../../support/homeVariables.ts';
import { put } from '../../support/tempFolder.ts';

/** A home that does not exist; on Windows, a home has to be inside of the profile. */
const nowhere = join(tmpdir(), 'nowhere');

/** The text of a file with a secret. */
export const leak = `TOKEN=${token}\n`;

/** The real file system and engine, without git, an environment and an end of the time. */
const ports: CommandPorts = {
  findSecret,
  readAny,
  glob: (from, pattern, matchesDots) => glob(from, pattern, matchesDots, endlessTime),
  list,
  isFolder,
  whyRefused: (text, facts, folders) => checkCommand({ text, facts, folders }, homeVariables(nowhere)),
  git: () => Promise.resolve(undefined),
  environment: {},
  home: nowhere,
  time: endlessTime,
};

/** An open folder in which commands are checked. */
export class CommandFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file, by default one with a secret. Returns its path. */
  write(name: string, text = leak): string {
    return put(this.at(name), text);
  }

  askAll(input: Partial<HookInput>, changes: Partial<CommandPorts> = {}): Promise<CommandDenial | undefined> {
    return checkCommands({ ...emptyInput, roots: [this.path], ...input }, { ...ports, ...changes });
  }

  ask(command: string, changes?: Partial<CommandPorts>): Promise<CommandDenial | undefined> {
    return this.askAll({ commands: [{ command, cwd: this.path, shell: 'posix' }] }, changes);
  }

  /** Returns the file that a command may not print, relative to the folder; undefined when the command is allowed. */
  async fileIn(asked: Promise<CommandDenial | undefined>): Promise<string | undefined> {
    const denial = await asked;
    if (denial === undefined) return undefined;
    return 'path' in denial ? this.nameOf(denial.path) : denial.reason;
  }

  /** The path of a file in the folder, with `/` between names. */
  nameOf(path: string): string {
    return relative(this.path, path).replaceAll('\\', '/');
  }
}

/** Returns the reason for which a command is denied, undefined for one that is allowed or denied for a file. */
export async function reasonOf(asked: Promise<CommandDenial | undefined>): Promise<string | undefined> {
  const denial = await asked;
  return denial && 'reason' in denial ? denial.reason : undefined;
}
