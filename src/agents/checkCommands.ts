import { basename, isAbsolute, resolve } from 'node:path';
import { printedLines, printedPart, printedOfAssignments } from './printedLines.ts';
import type { Finding, HookInput, SearchRequest, ShellRequest } from './protocol.ts';
import type { CommandPorts } from './commandPorts.ts';
import type { Facts, GitRead, Shown } from './shell/facts.ts';
import { isGlob, unescaped } from './shell/syntax/glob.ts';
import { readCommand } from './shell/readCommand.ts';
import { isOwnProcess, placeIn, systemPath, isLikely } from './commandPaths.ts';
import { FoundNames } from './foundNames.ts';
import { TooComplex } from './shell/syntax/commandLine.ts';

/** Why a command or a search is denied: a file with a secret, or a reason in words. */
export type CommandDenial =
  { readonly path: string; readonly finding: Finding } | { readonly reason: string };

export async function checkCommands(
  input: HookInput,
  ports: CommandPorts,
): Promise<CommandDenial | undefined> {
  try {
    for (const request of input.commands) {
      const denial = await new CommandCheck(request, input.roots, ports).run();
      if (denial) return denial;
    }
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return {
      reason: `Blocked: the command ${error.message}, so it cannot be checked for secrets. Split it.`,
    };
  }
  for (const search of input.searches) {
    const denial = checkSearch(search, input.roots[0], ports);
    if (denial) return denial;
  }
  return undefined;
}

/** Bytes of files that a command line names; more cannot be checked in time. */
const maxBytes = 64 * 1024 * 1024;

/** Folders in which a command line may look for files. */
const maxFolders = 256;

/** So many of them need not exist yet. */
const maxMissingFolders = 32;

/** Scripts that a command line runs, and that are read as well. */
const maxScripts = 100;
const maxScriptLength = 256 * 1024;

class CommandCheck {
  readonly #request: ShellRequest;
  readonly #root: string | undefined;
  readonly #ports: CommandPorts;
  readonly #checked = new Set<string>();
  #bytes = 0;
  #scripts = 0;

  constructor(request: ShellRequest, roots: readonly string[], ports: CommandPorts) {
    this.#request = request;
    this.#ports = ports;
    this.#root = roots[0];
  }

  async run(): Promise<CommandDenial | undefined> {
    const { findSecret } = this.#ports;
    // `--secret id=…` names a secret of a build, and would be taken for one.
    const text = this.#request.command.replaceAll(/--secret(?=[ =](?:id|type|source|src)=)/g, '--mount');
    const own = findSecret(text, undefined, this.#root);
    if (own) return { reason: reasonOf('the command contains', own, 'Remove it and try again.') };
    return this.#check(this.#request, true);
  }

  async #check(request: ShellRequest, countsEnvironment: boolean): Promise<CommandDenial | undefined> {
    const { home, environment } = this.#ports;
    const start = request.cwd ?? this.#root ?? home;
    const facts = readCommand(request, { home, environment: { ...environment, PWD: start } });
    if (facts.unchecked !== undefined)
      return {
        reason: `Blocked: the command prints secrets from a place that cannot be checked. ${facts.unchecked}, or let the user run it.`,
      };
    const folders = this.#foldersOf(facts, start);
    const refused = this.#ports.whyRefused(request.command, facts, folders);
    if (refused !== undefined) return { reason: refused };
    return (
      this.#checkNames(facts, folders) ??
      (await this.#checkReferring(facts, folders)) ??
      (countsEnvironment ? this.#checkEnvironment(facts) : undefined) ??
      this.#checkSearches(facts, folders) ??
      (await this.#checkGit(facts, folders)) ??
      (await this.#checkScripts(facts, folders))
    );
  }

  /**
   * Returns the folder in which the command line starts, and those to which it may change. Each change may begin in every
   * folder before, because a subshell returns from its own. Most of these combinations do not exist, so beyond a limit
   * only those count that do, and the changes from the folder of the start.
   */
  #foldersOf({ folders }: Facts, start: string): readonly string[] {
    const known = new Set([start]);
    for (const folder of folders)
      for (const base of [...known]) {
        const path = placeIn(base, folder);
        if (known.size < maxMissingFolders || base === start || this.#ports.isFolder(path)) known.add(path);
        if (known.size > maxFolders) throw new TooComplex('names more folders than can be checked');
      }
    return [...known];
  }

  #checkNames(facts: Facts, folders: readonly string[]): CommandDenial | undefined {
    for (const [pattern, { isGlob: expands, shown }] of facts.names) {
      this.#ports.time.refuseLate();
      const denial = this.#checkFiles(this.#pathsOf(pattern, expands, facts, folders), shown);
      if (denial) return denial;
    }
    return this.#checkLongTexts(facts, folders) ?? this.#checkAssigned(facts, folders);
  }

  #checkLongTexts({ longTexts }: Facts, folders: readonly string[]): CommandDenial | undefined {
    if (longTexts.size === 0) return undefined;
    const paths = folders.flatMap((folder) => this.#ports.glob(folder, '*', true));
    return this.#checkFiles(
      paths.filter((path) => {
        this.#ports.time.refuseLate();
        return [...longTexts].some((text) => text.includes(basename(path)));
      }),
    );
  }

  /** Checks the files whose names come from other files, from a search or from git. */
  async #checkReferring(facts: Facts, folders: readonly string[]): Promise<CommandDenial | undefined> {
    if (facts.referring.size === 0) return undefined;
    const names = new FoundNames(facts, folders, this.#ports);
    for (const text of facts.referring)
      for (const name of await names.of(text)) {
        const denial = this.#checkFiles(folders.map((folder) => placeIn(folder, name)));
        if (denial) return denial;
      }
    return undefined;
  }

  #checkAssigned(facts: Facts, folders: readonly string[]): CommandDenial | undefined {
    for (const [pattern, { isGlob: expands, kind }] of facts.assigned)
      for (const path of this.#pathsOf(pattern, expands, facts, folders)) {
        this.#ports.time.refuseLate();
        const text = this.#ports.readAny(path);
        if (text === undefined) continue;
        const printed = printedOfAssignments(text, kind, facts.shown);
        const finding = this.#ports.findSecret(printed, path, this.#root);
        if (finding) return { path, finding };
      }
    return undefined;
  }

  #pathsOf(pattern: string, expands: boolean, facts: Facts, folders: readonly string[]): readonly string[] {
    if (pattern.includes('\0')) return [];
    const own = systemPath(pattern);
    // The number of a process may be that of another one, and a folder may be named like a drive.
    const all = own === pattern || isOwnProcess(pattern) ? [own] : [own, pattern];
    return folders.flatMap((folder) =>
      all.flatMap((each) => {
        const text = unescaped(each);
        const path = resolve(folder, text);
        // Behind a link, `..` is the folder above its target.
        const plain = text.includes('/..') ? [path, isAbsolute(text) ? text : `${folder}/${text}`] : [path];
        // A pattern that matches nothing stays as it is in the shell.
        return expands ? [...this.#ports.glob(folder, each, facts.matchesDots), ...plain] : plain;
      }),
    );
  }

  /** @param shown The part that the command prints. */
  #checkFile(path: string, shown?: Shown): CommandDenial | undefined {
    const key = `${path}${shown === undefined ? '' : JSON.stringify(shown)}`;
    if (this.#checked.has(key)) return undefined;
    this.#checked.add(key);
    const text = this.#ports.readAny(path);
    if (text === undefined) return undefined;
    this.#bytes += text.length;
    if (this.#bytes > maxBytes) throw new TooComplex('names files of more than 64 MiB');
    this.#ports.time.refuseLate();
    const printed = printedPart(text, shown, this.#ports.time);
    const finding = printed === undefined ? undefined : this.#ports.findSecret(printed, path, this.#root);
    return finding && { path, finding };
  }

  #checkEnvironment(facts: Facts): CommandDenial | undefined {
    const { environment, findSecret } = this.#ports;
    const names = facts.printsEnvironment ? Object.keys(environment) : facts.variables;
    for (const name of names) {
      const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
      const finding = value === undefined ? undefined : findSecret(`${name}=${value}`, undefined, this.#root);
      if (finding)
        return {
          reason: reasonOf(
            `the command prints the environment variable ${name.slice(0, 80)}, which contains`,
            finding,
            'Print other variables by name.',
          ),
        };
    }
    return undefined;
  }

  #checkSearches(facts: Facts, folders: readonly string[]): CommandDenial | undefined {
    for (const search of facts.searches)
      for (const folder of folders) {
        const paths = isGlob(search.path)
          ? this.#ports.glob(folder, systemPath(search.path), false)
          : [placeIn(folder, unescaped(search.path))];
        for (const path of paths) {
          const denial = checkSearch({ ...search, path }, this.#root, this.#ports);
          if (denial) return denial;
        }
      }
    return undefined;
  }

  async #checkGit(facts: Facts, folders: readonly string[]): Promise<CommandDenial | undefined> {
    for (const read of facts.gitReads)
      for (const folder of folders) {
        const text = await this.#ports.git(read, placeIn(folder, read.folder));
        const denial =
          text === undefined ? this.#checkNamed(read, folder) : this.#checkPrinted(text, read, folder);
        if (denial) return denial;
      }
    return undefined;
  }

  #checkPrinted(text: string, read: GitRead, folder: string): CommandDenial | undefined {
    if (read.command === 'ls-files') {
      const files = text.split('\0').map((name) => resolve(folder, read.folder, name));
      return this.#checkFiles(files);
    }
    for (const { path, part } of partsOf(text, read)) {
      const file = path === undefined ? undefined : resolve(folder, read.folder, path);
      const finding = this.#ports.findSecret(part, file, this.#root);
      if (finding)
        return {
          reason: reasonOf(
            `git would print ${path === undefined ? 'a text' : path.slice(0, 200)} with`,
            finding,
            'Revoke it: it stays in the history of the repository.',
          ),
        };
    }
    return undefined;
  }

  #checkFiles(paths: readonly string[], shown?: Shown): CommandDenial | undefined {
    for (const path of paths) {
      const denial = this.#checkFile(path, shown);
      if (denial) return denial;
    }
    return undefined;
  }

  /** Checks the files that a run of git names, where it fails here: it may still succeed for the agent. */
  #checkNamed({ args, folder: below, isGuess }: GitRead, folder: string): CommandDenial | undefined {
    if (isGuess === true) return undefined;
    const named = args
      .filter((text) => !text.startsWith('-'))
      .flatMap((arg) => [arg, arg.slice(arg.indexOf(':') + 1)]);
    return this.#checkFiles(named.map((name) => resolve(folder, below, name)));
  }

  /** Reads the shell scripts that run. Other scripts are programs, of which nothing is known. */
  async #checkScripts(
    { scripts, tracesScripts }: Facts,
    folders: readonly string[],
  ): Promise<CommandDenial | undefined> {
    for (const name of scripts)
      for (const folder of folders) {
        const path = placeIn(folder, name);
        const run = `run ${path} in ${folder}`;
        const text = this.#checked.has(run) ? undefined : this.#ports.readAny(path);
        this.#checked.add(run);
        if (text === undefined || !isShellScript(text)) continue;
        if (text.length > maxScriptLength) throw new TooComplex('runs a script of more than 256 KiB');
        if (++this.#scripts > maxScripts) throw new TooComplex('runs more scripts than can be checked');
        this.#ports.time.refuseLate();
        const command = tracesScripts ? `set -x\n${text}` : text;
        const denial = await this.#check({ ...this.#request, command, cwd: folder }, false);
        if (denial) return denial;
      }
    return undefined;
  }
}

function isShellScript(text: string): boolean {
  if (text.includes('\0')) return false;
  const [first = ''] = text.slice(0, 512).split('\n');
  // A shell reads a file without such a line itself.
  return !first.startsWith('#!') || /\b(?:ba|[zka]|da)?sh\b/.test(first);
}

/** @param what What contains the finding, as the subject of a sentence, and the verb. */
function reasonOf(what: string, { rule, line, advice, isHidden }: Finding, next: string): string {
  return isHidden
    ? `Blocked: ${what} characters (line ${line}) that a person does not see and an agent reads. Remove them.`
    : `Blocked: ${what} a secret (${rule}, line ${line}). ${advice ?? next}`;
}

/** Splits a patch into the parts of its files, without the signs of the patch. */
function partsOf(text: string, { command, args }: GitRead): { path: string | undefined; part: string }[] {
  if (text === '') return [];
  const [, named] = args.map((arg) => /^[^-][^:]*:(.+)$/.exec(arg)).find((found) => found !== null) ?? [];
  if (named !== undefined || command === 'cat-file' || command === 'grep')
    return [{ path: named, part: text }];
  if (command === 'blame')
    return [
      {
        path: args.filter((arg) => !arg.startsWith('-')).at(-1),
        part: text.replaceAll(/^[^)\n]*\) ?/gm, ''),
      },
    ];
  return text.split(/^(?=diff --)/m).map((part) => ({
    path: /^diff --(?:git a|cc)[/ ](.*?)(?: b\/|$)/m.exec(part)?.[1],
    part: part.replaceAll(/^[+\- ]{1,2}/gm, ''),
  }));
}

/** Returns why a search is denied: a line that it may print contains a secret. */
function checkSearch(
  { path, globs = [], skipsHidden = false, ...search }: SearchRequest,
  root: string | undefined,
  ports: CommandPorts,
): CommandDenial | undefined {
  if (!isAbsolute(path)) return undefined;
  const isWhole = search.pattern === undefined && search.question === undefined;
  for (const file of ports.list(path, { globs: [...globs], skipsHidden, isWhole })) {
    // The files that most likely contain secrets come first, and must be searched in time. A large folder is searched as
    // far as time allows, because a search through it would never be allowed otherwise.
    if (isWhole || isLikely(basename(file))) ports.time.refuseLate();
    if (ports.time.isOver) return undefined;
    const text = ports.readAny(file);
    const printed = text === undefined ? undefined : printedLines(text, search, ports.time);
    const finding = printed === undefined ? undefined : ports.findSecret(printed, file, root);
    if (finding) return { path: file, finding };
  }
  return undefined;
}
