import { execFileSync } from 'node:child_process';
import {
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CommandDenial } from '../../../../src/agents/checkCommands.ts';
import {
  emptyInput,
  type FindSecret,
  type HookInput,
  type Shell,
  Unreadable,
} from '../../../../src/agents/protocol.ts';
import { TimeLimit } from '../../../../src/agents/timeLimit.ts';
import { findAll } from '../../../../src/cli/hook/engine.ts';
import { now } from '../../../../src/cli/hook/runtime.ts';
import { check } from '../../../../src/cli/hook/shell/main.ts';
import { checkCommand } from '../../../../src/cli/hook/writes/main.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { homeVariables } from '../../../support/homeVariables.ts';

export const token = githubToken(1);

/** Texts of `.env` with and without a secret. */
export const secretText = `TOKEN=${token}\nNAME=x\n`;
export const cleanText = 'TOKEN=none\nNAME=x\n';

/** As the hook does, without the policies of projects. */
export const findSecret: FindSecret = (text, path) =>
  findAll(text, path).flatMap(({ findings }) => findings)[0];

/** A folder with a repository and a file `.env`, in a new folder. */
export class ShellProject implements Disposable {
  readonly folder: string;
  readonly #base: string;
  #copy: { readonly base: string; readonly state: string } | undefined;

  /** @param text The content of `.env`. */
  constructor(text: string) {
    this.#base = realpathSync(mkdtempSync(join(tmpdir(), 'service-shell-')));
    // A command may leave the project twice, and must not find what lies in the folder for temporary files.
    this.folder = join(this.#base, 'projects', 'project');
    mkdirSync(join(this.folder, 'folder'), { recursive: true });
    this.write('README.md', '# A project\nSee .env\n');
    this.write('list', '.env\n');
    this.write('print.sh', '#!/bin/sh\ncat .env\n', 0o755);
    this.write('print-version.sh', '#!/bin/sh\n[ -f .env ] && . ./.env\nnode --version\n', 0o755);
    this.write('package.json', '{"name":"x","version":"1.0.0","env":{}}');
    this.write('src/index.ts', 'export const addNumbers = 1; // TODO\n');
    this.write('sub/keep', '');
    // Without the examples of hooks, which each copy would have.
    this.git('init', '-q', '--template=');
    this.commit();
    this.write('.env', text.replace('NAME', 'OLD'));
    this.commit();
    this.write('.env', `${text}# later\n`);
    this.git('stash');
    this.write('.env', text);
    symlinkSync('.env', join(this.folder, 'link'));
    linkSync(join(this.folder, '.env'), join(this.folder, 'hard'));
    symlinkSync('.', join(this.folder, 'away'));
  }

  write(name: string, text: string, mode = 0o644): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
  }

  git(...args: readonly string[]): void {
    const options = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false'];
    const date = '2026-01-01T00:00:00Z';
    execFileSync('git', [...options, ...args], {
      cwd: this.folder,
      stdio: 'ignore',
      env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
    });
  }

  commit(): void {
    this.git('add', '-A');
    this.git('commit', '-qm', 'change');
  }

  /**
   * Uses a copy of the folder. The next call gets the same copy if the use changed nothing in it, else a new one: most
   * commands only read, and a copy costs more than a command.
   */
  inCopy<T>(use: (folder: string) => T): T {
    this.#copy ??= this.#makeCopy();
    const { base, state } = this.#copy;
    try {
      return use(join(base, 'project'));
    } finally {
      if (stateOf(base) !== state) {
        this.#copy = undefined;
        rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
      }
    }
  }

  #makeCopy(): { readonly base: string; readonly state: string } {
    const base = mkdtempSync(join(tmpdir(), 'service-shell-'));
    cpSync(this.folder, join(base, 'project'), { recursive: true, verbatimSymlinks: true });
    return { base, state: stateOf(base) };
  }

  /** Returns why the hook denies a command in this folder, or undefined. */
  ask(
    command: string,
    { shell = 'posix', env = {} }: { shell?: Shell; env?: NodeJS.ProcessEnv } = {},
  ): Promise<CommandDenial | undefined> {
    return this.askAll({ commands: [{ command, cwd: this.folder, shell }] }, env);
  }

  /** Returns the commands that the hook allows in this folder. */
  async allowed(commands: readonly string[], options?: Parameters<this['ask']>[1]): Promise<string[]> {
    const allowed: string[] = [];
    for (const command of commands)
      if ((await this.ask(command, options)) === undefined) allowed.push(command);
    return allowed;
  }

  /** As the hook does, with more time than the hook has, because the machine may be busy. */
  async askAll(input: Partial<HookInput>, env: NodeJS.ProcessEnv = {}): Promise<CommandDenial | undefined> {
    const all = { PATH: process.env.PATH, ...homeVariables(join(this.#base, 'home')), ...env };
    try {
      return await check(
        { ...emptyInput, roots: [this.folder], ...input },
        { findSecret, time: new TimeLimit(now() + 60_000, now), env: all, checkCommand },
      );
    } catch (error) {
      if (error instanceof Unreadable) return { reason: error.message };
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.remove();
  }

  remove(): void {
    for (const base of [this.#base, this.#copy?.base])
      if (base !== undefined) rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** Changes with each write in a folder. A recursive `readdirSync` would follow the link to the folder. */
function stateOf(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      const { ino, mode, ctimeNs } = lstatSync(path, { bigint: true });
      return `${path} ${ino} ${mode} ${ctimeNs}\n${entry.isDirectory() ? stateOf(path) : ''}`;
    })
    .join('');
}
