import { afterWrapper, programOf } from './commandWords.ts';
import { addCandidates } from './candidates.ts';
import { expandWord, type ExpansionContext, type Field, fieldOfOutput } from './expand.ts';
import type { Facts } from './facts.ts';
import { reserved } from './heldFiles.ts';
import { patternMark } from './syntax/glob.ts';
import { wrappers } from './programs/programs.data.ts';
import { type Command, TooComplex } from './syntax/commandLine.ts';
import { Variables } from './variables.ts';

/** The most simple commands that are read in one command line, over all passes and nested texts. */
const maxCommands = 20_000;

export interface PosixContext {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Comparisons of characters in all filters of a command line, about a fifth of a second. */
const maxSteps = 20_000_000;

/** The state that is shared while one command line is read, such as its variables and the files that it writes. */
export class PosixState {
  readonly facts: Facts;
  readonly variables: Variables;
  readonly context: ExpansionContext;
  /** Functions and aliases that hide a program of the same name. */
  readonly hidden = new Set<string>();
  /** Texts that the command line writes into files, by the last part of their names. */
  readonly written = new Map<string, Set<string>>();
  /** The joined text that several commands write into a file, by the last part of its name. */
  readonly wholes = new Map<string, string>();
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
  #steps = 0;

  constructor(
    facts: Facts,
    { home, environment }: PosixContext,
    { outputOf }: Pick<ExpansionContext, 'outputOf'>,
  ) {
    this.facts = facts;
    this.variables = new Variables(environment, facts);
    this.context = {
      variables: this.variables,
      home,
      outputOf,
    };
  }

  /** @throws {TooComplex} for more commands than can be followed. */
  count(): void {
    if (++this.#commands > maxCommands) throw new TooComplex('is too long');
  }

  /**
   * Takes the time of a filter from that for the command line.
   *
   * @param steps comparisons of characters
   * @throws {TooComplex} when no time is left.
   */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > maxSteps) throw new TooComplex('filters more text than can be checked');
  }

  fieldsOf({ words }: Pick<Command, 'words'>): Field[] {
    const fields: Field[] = [];
    for (const word of words) for (const field of expandWord(word, this.context)) fields.push(field);
    return fields;
  }

  /** Counts a name that a program prints. */
  addOutput(text: string): void {
    addCandidates(fieldOfOutput(text), this.facts);
  }

  /** Counts the files whose variables become a part of the environment, which the command line prints. */
  printSourced(): void {
    for (const field of this.sourced) addCandidates(field, this.facts);
    for (const [pattern, { isGlob }] of this.facts.assigned) this.facts.addName(pattern, isGlob);
  }

  /** Returns the texts that the command line writes into a file. */
  writtenTo(name: string): readonly string[] {
    return [...(this.written.get(name) ?? []), this.wholes.get(name) ?? []].flat();
  }

  /** Returns the texts of here-documents and here-strings. */
  hereTexts(redirects: Command['redirects']): string[] {
    return redirects
      .filter(({ operator }) => operator === '<<' || operator === '<<<')
      .flatMap(({ target }) => expandWord(target, this.context).map(valueOf));
  }

  /** Takes the assignments at the beginning. Returns the rest. */
  assign({ words }: Command, fields: readonly Field[]): readonly Field[] {
    let count = fields.findIndex(({ text }) => !reserved.has(text));
    if (count < 0) return fields;
    let loopName: string | undefined;
    for (;;) {
      const [, name, plus = '', value] =
        /^([A-Z_]\w*)(?:\[[^\]]*\])?(\+?)=([\s\S]*)$/i.exec(fields[count]?.text ?? '') ?? [];
      if (name === undefined || value === undefined) break;
      // Other fields with the same name are alternatives of the value, or come from a list in parentheses.
      this.variables.assign(name, [value]);
      if (plus !== '') this.variables.append(name, value);
      if (value === '' && words.length > 1) {
        const items = fields
          .slice(count + 1)
          .map(valueOf)
          .map((text) => text.replace(/^\[[^\]]*\]=/, ''));
        this.variables.assignList(name, [...items, items.join(' '), items.join('')]);
      }
      count++;
    }
    const rest = fields.slice(count);
    if (rest[0]?.text === 'for' || rest[0]?.text === 'select') loopName = rest[1]?.text;
    if (loopName !== undefined) {
      const values = rest.slice(3).map(valueOf);
      this.variables.assignList(loopName, values);
      return [];
    }
    return rest;
  }

  /** Takes the arguments of a function, or those of `set`. */
  setArguments(fields: readonly Field[]): void {
    const values = fields.filter(({ text }) => text !== '--').map(valueOf);
    for (const name of ['@', '*']) this.variables.assignList(name, [...values, values.join('')]);
    for (const [index, text] of values.entries()) this.variables.assign(String(index + 1), [text]);
  }

  /** Strips reserved words and programs that only run another one. */
  unwrapped(fields: readonly Field[]): readonly Field[] {
    let rest = fields;
    for (let name = programOf(rest); name !== undefined && !this.hidden.has(name); name = programOf(rest)) {
      if (name === 'function' && rest.length > 2) {
        this.hidden.add(rest[1]?.text ?? '');
        rest = rest.slice(2);
        continue;
      }
      const valued = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
      if (valued === undefined) return rest;
      const next = afterWrapper(name, rest, valued, this.facts);
      if (next === undefined) return rest;
      rest = next;
    }
    return rest;
  }
}

/** Returns what a variable gets from a field: its text, or its pattern with a mark. */
function valueOf({ text, isGlob, pattern }: Field): string {
  return isGlob ? patternMark + pattern : text;
}
