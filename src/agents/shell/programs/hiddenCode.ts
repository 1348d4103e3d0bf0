import { lastPart, programOf } from '../commandWords.ts';
import { expandWord, type Field } from '../expand.ts';
import { assignedVariables } from '../heldFiles.ts';
import type { PosixState } from '../posixState.ts';
import type { Command, Script, Word } from '../syntax/commandLine.ts';
import { decoders, isDecoder } from './decoders.ts';
import { shells } from './programs.data.ts';

/** Interpreters of general languages, which run their input. */
const languages: ReadonlySet<string> = new Set(
  'python python2 python3 pypy pypy3 node nodejs deno bun tsx ts-node perl perl5 raku ruby php lua luajit Rscript julia tclsh guile'.split(
    ' ',
  ),
);

const hiding: readonly string[] = [...decoders, ...languages];

/** Options with code, or with a module that takes the input as data. */
const codeOption = /^-(?:[a-zA-Z]*[cemprE]|-(?:eval|print|command))$/;

/**
 * Follows texts that cannot be read before the command line runs, because a program decompresses, decrypts or computes
 * them, to the programs that run them.
 */
export class HiddenCode {
  readonly #state: PosixState;
  /** Files and variables with such a text, the files without folders. */
  readonly #files = new Set<string>();
  readonly #variables = new Set<string>();

  /** Whether any text so far names a program that hides texts. Following them takes time. */
  #isUsed = false;

  constructor(state: PosixState) {
    this.#state = state;
  }

  /** Takes each text that is read as a command line. */
  note(text: string): void {
    this.#isUsed ||= hiding.some((name) => text.includes(name));
  }

  /**
   * Notes what a command makes of hidden texts, and whether it runs one.
   *
   * @param before The commands of the pipeline before it.
   * @param run The program with its arguments.
   */
  visit(command: Command, before: Script, run: readonly Field[]): void {
    if (!this.#isUsed) return;
    const name = programOf(run) ?? '';
    const args = run.slice(1);
    const texts = args.map(({ text }) => text);
    const isGiven = this.#isHidden(before) || this.#isRead(command);
    if (this.#runs(command, name, args, isGiven)) this.#state.facts.hidesCode = true;
    for (const [at, variable] of assignedVariables(command.words).entries())
      if (variable !== undefined && this.#isIn(command.words[at] ?? [])) this.#variables.add(variable);
    if (isGiven || this.#makesText(name, texts) || texts.some((text) => this.#files.has(lastPart(text))))
      this.#keepFiles(command, name, texts);
  }

  #runs(command: Command, name: string, args: readonly Field[], isGiven: boolean): boolean {
    if (this.#files.has(name)) return true;
    const isShell = shells.has(name);
    if (!isShell && !languages.has(name) && !['eval', 'source', '.'].includes(name)) return false;
    const script = args.find(({ text }) => !text.startsWith('-'));
    const hasCode = args.some(({ text }) => codeOption.test(text));
    if (isGiven && !hasCode && (script === undefined || script.text === '/dev/stdin')) return true;
    if (script !== undefined && this.#files.has(lastPart(script.text))) return true;
    // The arguments of a script are data: `node release.js $(node -p 1)`. The script itself may be a substitution `<(…)`.
    const isScript = name !== 'eval' && !hasCode && script?.isPartial === false;
    return command.words.some((word) =>
      this.#isIn(isScript ? word.filter((part) => part.kind === 'script' && part.isFile) : word),
    );
  }

  /** Whether a word may become a hidden text, by a substitution or a variable. */
  #isIn(word: Word): boolean {
    return word.some((part) => {
      if (part.kind === 'script') return this.#isHidden(part.script);
      return part.kind === 'variable' && (this.#variables.has(part.name) || this.#isIn(part.rest));
    });
  }

  /** Whether redirections bring a hidden text into a command. */
  #isRead({ redirects }: Command): boolean {
    return redirects.some(
      ({ operator, target }) =>
        operator.startsWith('<') &&
        (this.#isIn(target) ||
          expandWord(target, this.#state.context).some(({ text }) => this.#files.has(lastPart(text)))),
    );
  }

  /** Whether commands of a pipeline or of a group print a hidden text. */
  #isHidden(script: Script): boolean {
    return script.some((command) => {
      this.#state.count();
      if (command.group && this.#isHidden(command.group)) return true;
      const run = this.#state.unwrapped(this.#state.fieldsOf(command));
      const args = run.slice(1).map(({ text }) => text);
      const isCopy = args.some((text) => this.#files.has(lastPart(text)));
      return isCopy || this.#isRead(command) || this.#makesText(programOf(run) ?? '', args);
    });
  }

  #makesText(name: string, args: readonly string[]): boolean {
    return (
      isDecoder(name, args) ||
      (languages.has(name) && args.some((text) => codeOption.test(text) && text !== '-m'))
    );
  }

  #keepFiles({ redirects }: Command, name: string, args: readonly string[]): void {
    for (const { operator, descriptor, target } of redirects)
      if (operator === '>' && descriptor !== '2')
        for (const { text } of expandWord(target, this.#state.context)) this.#files.add(lastPart(text));
    if (name === 'tee' || ['cp', 'mv', 'ln', 'install'].includes(name) || isDecoder(name, args))
      for (const text of args)
        if (!text.startsWith('-'))
          this.#files.add(lastPart(text).replace(/\.(?:gz|bz2|xz|zst|lz4|gpg|age)$/, ''));
    this.#files.delete('');
  }
}
