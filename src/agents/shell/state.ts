import type { Facts } from './facts.ts';
import { type Field, patternMark } from './syntax/glob.ts';
import { TooComplex } from './syntax/commandLine.ts';
import { Variables } from './expand.ts';

/** The most simple commands that are read in one command line, over all passes and nested texts. */
const maxCommands = 20_000;

export interface PosixContext {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The state while one command line is read, such as its variables and the files that it writes. */
export class PosixState {
  readonly facts: Facts;
  readonly variables: Variables;
  readonly home: string;
  /** Command lines, and programs with their arguments, that a command runs and that are to be read next. */
  readonly next: (string | readonly Field[])[] = [];
  /** Functions and aliases that hide a program of the same name. */
  readonly hidden = new Set<string>();
  /** Texts that the command line writes into files, by the last part of their names. */
  readonly written = new Map<string, Set<string>>();
  /** Texts that `echo` and `printf` print. */
  readonly printed = new Set<string>();
  /** Texts in the files and here-documents that redirections open: a later command may read them by a descriptor. */
  readonly read = new Set<string>();
  /** Those that redirections of groups, of functions and of `exec` open as the input of other commands. */
  readonly inherited = new Set<string>();
  /** Files that are copied: a copy may be printed later. */
  readonly copied: { readonly sources: readonly Field[]; readonly targets: readonly string[] }[] = [];
  /** All arguments of programs that are not quiet. */
  mentions: string[] = [];
  /** Files whose variables become a part of the environment. */
  readonly sourced: Field[] = [];
  printsVariables = false;
  depth = 0;
  #commands = 0;

  constructor(facts: Facts, { home, environment }: PosixContext) {
    this.facts = facts;
    this.home = home;
    this.variables = new Variables(environment);
  }

  /** @throws {TooComplex} for more commands than can be followed. */
  count(): void {
    if (++this.#commands > maxCommands) throw new TooComplex('is too long');
  }

  /** Returns the texts that the command line writes into a file. */
  writtenTo(name: string): readonly string[] {
    return [...(this.written.get(name) ?? [])];
  }

  /** Takes the arguments of a function, or those of `set`. */
  setArguments(fields: readonly Field[]): void {
    const values = fields.filter(({ text }) => text !== '--').map(valueOf);
    for (const name of ['@', '*']) this.variables.assignList(name, [...values, values.join('')]);
    for (const [index, text] of values.entries()) this.variables.assign(String(index + 1), [text]);
  }
}

/** Returns what a variable gets from a field: its text, or its pattern with a mark. */
export function valueOf({ text, isGlob, pattern }: Field): string {
  return isGlob ? patternMark + pattern : text;
}
