import { addCandidates, addNamesIn } from '../candidates.ts';
import { isQuiet, lastPart, printedText, programOf } from '../commandWords.ts';
import { readDockerfile } from './dockerfile.ts';
import { type Field, fieldOfOutput } from '../expand.ts';
import type { PosixState } from '../posixState.ts';
import {
  codeName,
  compilers,
  containers,
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

/** Counts the files that are named in lists which the command line writes. */
export function addWrittenLists({ facts, written }: PosixState): void {
  for (const list of facts.lists)
    for (const text of written.get(lastPart(list)) ?? [])
      for (const name of text.split(/[\s\0]+/)) addCandidates(fieldOfOutput(name), facts);
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
    const runs = compilers.has(name) || !(isQuiet(name, texts) || isTestRun(name, texts));
    for (const file of [name, ...texts.map(lastPart)])
      for (const text of this.#state.written.get(file) ?? []) {
        if (shells.has(name) || name === file || name === 'source' || name === '.')
          this.#callbacks.visitText(text);
        else if (interpreters.has(name)) this.#callbacks.visitCode(text);
        else if (runs && codeName.test(file)) addNamesIn(text, this.#state.facts);
      }
  }

  /** Reads the code in the input of a program that is not an interpreter. */
  readInput(name: string, texts: readonly string[], input: readonly string[]): void {
    const isBuild = containers.has(name) && texts.some((text) => /^(?:build|bud)$/.test(text));
    const isConsole = texts.some((text) => evaluators.test(text));
    const files = isBuild ? (this.#state.written.get('Dockerfile') ?? []) : [];
    for (const text of [...input, ...files])
      if (isBuild)
        readDockerfile(text, this.#state, (command) => {
          this.#callbacks.visitText(command);
        });
      else if (isConsole) addNamesIn(text, this.#state.facts);
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
    if (!hasScript) for (const text of input ?? []) this.#callbacks.visitCode(text);
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
}
