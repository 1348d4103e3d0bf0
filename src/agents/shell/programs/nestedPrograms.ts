import { addCandidates } from '../candidates.ts';
import type { CommandOutput } from './commandOutput.ts';
import { isQuiet, lastPart, programOf } from '../commandWords.ts';
import { expandWord, type Field, fieldOfOutput, fieldOfText } from '../expand.ts';
import type { PosixState } from '../posixState.ts';
import { interpreters, printers, searchers, shells, takesNames } from './programs.data.ts';
import { takesListed } from './listedNames.ts';
import { readFind, readSearch } from './searchCommand.ts';
import { type Command, TooComplex } from '../syntax/commandLine.ts';

/** An option with a file that lists names of files. */
const listOption = /^(?:-T|--files-from=?|--files0-from=?)(.*)$/;

/** Programs of which the options, written as one word, may take such a file with a `T`. */
const tars = new Set(['tar', 'gtar', 'bsdtar']);

/** Whether an argument is a word of options with a `T`. */
function isCluster(text: string, at: number): boolean {
  return at === 0 ? /^-?[a-zA-Z]*T/.test(text) : /^-[a-zA-Z]+T/.test(text);
}

/** Different words of code, of which each may be the name of a file with a list. */
const maxListed = 2_000;

interface Callbacks {
  /** Reads a text as a command line. */
  readonly visitText: (text: string) => void;
  /** Reads a program with its arguments. */
  readonly visitRun: (fields: readonly Field[]) => void;
}

/** Reads commands that take files from a list, or run another program on files which they find or their input names. */
export class NestedPrograms {
  readonly #state: PosixState;
  readonly #output: CommandOutput;
  readonly #callbacks: Callbacks;

  constructor(state: PosixState, output: CommandOutput, callbacks: Callbacks) {
    this.#state = state;
    this.#output = output;
    this.#callbacks = callbacks;
  }

  xargs(args: readonly Field[], input: readonly string[] | undefined, { redirects }: Command): void {
    const valued = /^-(?:[InPLsEda]|-(?:max-args|max-procs|replace|delimiter|arg-file|jobs))$/;
    let at = 0;
    while (at < args.length && args[at]?.text.startsWith('-'))
      at += valued.test(args[at]?.text ?? '') ? 2 : 1;
    const run = args.slice(at);
    const [program = fieldOfText('echo'), ...rest] = this.#state.unwrapped(run);
    const texts = rest.map(({ text }) => text);
    const inline = args.flatMap(({ text }) => /^--arg-file=(.+)$/.exec(text)?.[1] ?? []);
    if (!isQuiet(lastPart(program.text), texts)) this.#output.addLists(inline.map(fieldOfText));
    const file = args.findIndex(({ text }) => /^(?:-a|--arg-file)$/.test(text));
    // `echo` prints the list itself.
    if (file >= 0 && ['echo', 'printf'].includes(lastPart(program.text)))
      for (const field of args.slice(file + 1, file + 2)) addCandidates(field, this.#state.facts);
    if (!isQuiet(lastPart(program.text), texts)) {
      if (file >= 0) this.#output.addLists(args.slice(file + 1, file + 2));
      for (const { operator, target } of redirects)
        if (operator === '<') this.#output.addLists(expandWord(target, this.#state.context));
    }
    // GNU parallel takes files with arguments behind this word.
    const lists = args.findIndex(({ text }) => text === '::::');
    if (lists >= 0) {
      this.#output.addLists(args.slice(lists + 1));
      for (const field of args.slice(lists + 1)) addCandidates(field, this.#state.facts);
    }
    const given = (input ?? []).flatMap((text) => text.split(/[\s\0]+/)).filter((text) => text !== '');
    this.#visitArguments(
      run.length === 0 ? [program] : run,
      given.map(fieldOfOutput),
      lastPart(program.text),
    );
  }

  /** Visits a program whose last arguments come from another one. */
  #visitArguments(run: readonly Field[], given: readonly Field[], program: string): void {
    const all = [...run, ...given];
    const inner = this.#state.unwrapped(all);
    const name = programOf(inner) ?? program;
    const isShell = shells.has(name);
    const hasCode = inner.some(({ text }) => /^-[a-z]*c$/.test(text));
    if (isShell && !hasCode) for (const { text } of given) this.#callbacks.visitText(text);
    this.#callbacks.visitRun(inner);
    if (isShell && hasCode) for (const field of given) addCandidates(field, this.#state.facts);
  }

  /** Counts the files that a program takes from a folder or from a list, in its input or in a file. */
  readLists(name: string, args: readonly Field[], input: readonly string[]): void {
    if (name === 'diff' && args.some(({ text }) => /^-[a-zA-Z]*r|^--recursive$/.test(text)))
      for (const { text, pattern } of args)
        if (!text.startsWith('-')) this.#state.facts.searches.push({ path: pattern });
    if (tars.has(name) && args.some(({ text }, at) => isCluster(text, at)))
      this.#output.addLists(args.slice(1));
    else if (!takesNames.has(name) && !args.some(({ text }) => listOption.test(text))) return;
    for (const text of input)
      for (const file of text.split('\n')) addCandidates(fieldOfOutput(file), this.#state.facts);
    for (const [at, { text }] of args.entries()) {
      const [option, value] = listOption.exec(text) ?? [];
      if (option !== undefined)
        this.#output.addLists(value ? [fieldOfText(value)] : args.slice(at + 1, at + 2));
    }
  }

  /**
   * Counts the names in files from which an interpreter takes them.
   *
   * @throws {TooComplex} for code with more words than can be looked for.
   */
  interpreter(name: string, args: readonly Field[]): void {
    const listed = takesListed(
      name,
      args.map(({ text }) => text),
    );
    if (listed !== undefined) this.#output.addLists(args);
    if (listed !== 'code') return;
    const words = new Set(args.flatMap(({ text }) => text.match(/[\w./~-]+/g) ?? []));
    if (words.size > maxListed) throw new TooComplex('has code that reads more files than can be checked');
    this.#output.addLists([...words].map(fieldOfText));
  }

  find(name: string, args: readonly Field[]): void {
    const found = readFind(name, args);
    if (found.run.length === 0) return;
    const inner = this.#state.unwrapped(found.run);
    const program = programOf(inner);
    if (program === undefined) return;
    if (Object.hasOwn(searchers, program)) {
      if (isQuiet(program, inner.map(({ text }) => text).slice(1))) return;
      const before = this.#state.facts.searches.length;
      readSearch(program, [...inner.slice(1), fieldOfText('-r')], this.#state.facts);
      const [search] = this.#state.facts.searches.splice(before);
      for (const path of found.paths)
        this.#state.facts.searches.push({ ...search, path, globs: found.globs, skipsHidden: false });
      return;
    }
    this.#visitArguments(found.run, [], program);
    if (isQuiet(program, inner.map(({ text }) => text).slice(1))) return;
    if (found.globs.length > 0 || printers.has(program) || shells.has(program) || interpreters.has(program))
      for (const path of found.paths) this.#state.facts.searches.push({ path, globs: found.globs });
  }
}
