import { addNamesIn, mentionsEnvironment, readsFiles, readsNamed } from '../candidates.ts';
import { isQuiet, lastPart, printedText, programOf } from '../commandWords.ts';
import type { Field } from '../expand.ts';
import { refers } from '../nameSources.ts';
import type { PosixState } from '../posixState.ts';
import { patternMark } from '../syntax/glob.ts';
import {
  codeName,
  compilers,
  evaluators,
  interpreters,
  scriptName,
  shells,
  textPrinters,
} from './programs.data.ts';
import { isTestRun, usedOption } from './quiet.data.ts';
import type { Command } from '../syntax/commandLine.ts';

interface Callbacks {
  /** Reads a text as a command line. */
  readonly visitText: (text: string) => void;
  /** Reads a text as code of an interpreter. */
  readonly visitCode: (text: string) => void;
}

/** Reads the code that programs run: in their arguments, in their input, and in files that the command line writes. */
export class CodeReader {
  readonly #state: PosixState;
  readonly #callbacks: Callbacks;

  constructor(state: PosixState, callbacks: Callbacks) {
    this.#state = state;
    this.#callbacks = callbacks;
  }

  /** Reads a script that the same command line writes. */
  runWritten(name: string, args: readonly Field[]): void {
    const texts = args.map(({ text }) => text);
    // `make -C folder` reads the file there.
    if (this.#state.written.size > 0)
      for (const [at, text] of texts.entries())
        if (/^(?:-C|--(?:directory|prefix|cwd|dir))$/.test(texts[at - 1] ?? ''))
          this.#state.facts.folders.push(text);
    const runs = compilers.has(name) || !(isQuiet(name, texts) || isTestRun(name, texts));
    for (const file of [name, ...texts.map(lastPart)])
      for (const text of this.#state.writtenTo(file)) {
        if (shells.has(name) || name === file || name === 'source' || name === '.') this.runOutput(text);
        else if (interpreters.has(name)) this.#callbacks.visitCode(text);
        else if (runs && codeName.test(file)) addNamesIn(text, this.#state.facts);
      }
  }

  /** Reads the code in the input of a program that is not an interpreter. */
  readInput(texts: readonly string[], input: readonly string[]): void {
    if (texts.some((text) => evaluators.test(text)))
      for (const text of input) addNamesIn(text, this.#state.facts);
  }

  /** Reads the arguments and the input of an interpreter. */
  interpret(args: readonly Field[], input: readonly string[] | undefined): void {
    const codes = args.filter(
      ({ text }, at) =>
        (!scriptName.test(text) || /\s/.test(text)) &&
        !usedOption.test(text.split('=', 1)[0] ?? '') &&
        !(/^(?:-r|--require|--import)$/.test(args[at - 1]?.text ?? '') && /^[\w@./-]+$/.test(text)),
    );
    const hasScript = args.some(({ text }) => scriptName.test(text) && !/\s/.test(text));
    for (const { text } of codes) if (/[\s('"`=./]/.test(text)) this.#callbacks.visitCode(text);
    if (codes.some(({ text }) => readsNamed(text)))
      for (const text of input ?? []) for (const name of text.split(/\s+/)) this.#state.addOutput(name);
    this.#compose(codes);
    if (!hasScript)
      for (const text of input ?? [])
        if (!refers(text) && !text.startsWith(patternMark)) this.#callbacks.visitCode(text);
  }

  /** Notes the names that code composes of the other arguments, and of variables of the environment that it names. */
  #compose(codes: readonly Field[]): void {
    const texts = codes.map(({ text }) => text);
    for (const code of texts.filter(readsFiles)) {
      const names = code.match(/\b[A-Z_]\w*\b/gi) ?? [];
      const values = mentionsEnvironment(code)
        ? [...new Set(names)].flatMap((name) => this.#state.variables.assignedTo(name))
        : [];
      const others = [...texts.filter((text) => text !== code), ...values].filter(
        (text) => text !== '' && !text.startsWith('-'),
      );
      for (const text of others) this.#state.facts.addText(text);
    }
  }

  /** Reads a text that a program prints for a shell: a file, names of files, or commands. */
  runOutput(text: string): void {
    const found = this.#state.facts.sources.firstIn(text);
    if (found?.source.kind === 'words') this.#state.facts.scripts.add(found.source.file);
    else if (found || text.startsWith(patternMark)) this.#state.addOutput(text);
    else this.#callbacks.visitText(text);
  }

  /** Returns the texts that a command is known to print. */
  printed(
    redirects: Command['redirects'],
    run: readonly Field[],
    input: readonly string[],
  ): readonly string[] {
    const name = programOf(run) ?? '';
    return [
      ...this.#state.hereTexts(redirects),
      ...(['echo', 'printf'].includes(name)
        ? [
            printedText(
              name,
              run.slice(1).map(({ text }) => text),
            ),
          ]
        : []),
      ...(textPrinters.has(name) ? input : []),
    ];
  }

  /** Notes the texts that a command writes into files. */
  write(targets: readonly Field[], texts: readonly string[]): void {
    for (const { text } of targets) {
      const file = lastPart(text);
      const known = this.#state.written.get(file) ?? new Set();
      this.#state.written.set(file, known);
      for (const each of texts) known.add(each);
    }
  }

  /** Notes the output of a command in files to which other commands may write as well. */
  append(targets: readonly Field[], run: readonly Field[], output: readonly string[]): void {
    this.write(targets, output);
    const text = output.findLast((each) => !refers(each) && !each.startsWith(patternMark));
    if (text === undefined) return;
    const isLine = programOf(run) === 'echo' && !/^-[eE]*n/.test(run[1]?.text ?? '');
    for (const { text: file } of targets) {
      const before = this.#state.wholes.get(lastPart(file)) ?? '';
      this.#state.wholes.set(lastPart(file), before + text + (isLine ? '\n' : ''));
    }
  }
}
