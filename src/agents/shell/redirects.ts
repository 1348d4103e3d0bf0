import { addCandidates, addNamesIn } from './candidates.ts';
import { isQuiet, lastPart, printedText, programOf, quotesFiles } from './commandWords.ts';
import { refers } from './facts.ts';
import type { ArgumentReader } from './programs/arguments.ts';
import { readCode, runOutput } from './programs/code.ts';
import { codeName, compilers, interpreters, shells, textPrinters } from './programs/programs.data.ts';
import { isTestRun } from './programs/quiet.data.ts';
import type { Resolver } from './resolver.ts';
import type { PosixState } from './state.ts';
import type { Command } from './syntax/commandLine.ts';
import { type Field, patternMark } from './syntax/glob.ts';

/** Counts the files that redirections read, and follows the texts that they bring into commands and into files. */
export class RedirectReader {
  readonly #state: PosixState;
  readonly #resolver: Resolver;
  readonly #arguments: ArgumentReader;

  constructor(state: PosixState, resolver: Resolver, argumentReader: ArgumentReader) {
    this.#state = state;
    this.#resolver = resolver;
    this.#arguments = argumentReader;
  }

  /** Reads the redirections of a command, which runs with this input. */
  read({ redirects, group }: Command, run: readonly Field[], input: readonly string[] | undefined): void {
    const name = programOf(run) ?? '';
    const isInherited = group !== undefined || name === 'exec' || this.#state.hidden.has(name);
    for (const text of this.#resolver.readBy(redirects)) {
      this.#state.read.add(text);
      if (isInherited) this.#state.inherited.add(text);
    }
    const quietInput =
      !['done', '}', 'fi', 'esac', 'tee', 'sponge', ''].includes(name) &&
      !quotesFiles(name) &&
      isQuiet(
        name,
        run.slice(1).map(({ text }) => text),
      );
    for (const { operator, target } of redirects) {
      const fields = this.#resolver.expand(target);
      if (operator === '<' && !quietInput) {
        for (const field of fields) addCandidates(field, this.#state.facts);
        if (shells.has(name)) for (const { text } of fields) this.#state.facts.scripts.add(text);
      } else if (operator === '<<<' && !quietInput)
        for (const { variables } of fields)
          for (const variable of variables) this.#state.facts.variables.add(variable);
      if ((operator === '<<' || operator === '<<<') && textPrinters.has(name))
        this.#arguments.echo(fields, redirects);
      if (operator === '>') this.#state.facts.written.push(...fields);
      if (operator === '>') this.#write(fields, this.#printed(redirects, run, input ?? []));
      if ((operator === '<<' || operator === '<<<') && name === 'done') this.#arguments.loopInput(fields);
    }
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
        if (shells.has(name) || name === file || name === 'source' || name === '.')
          runOutput(text, this.#state);
        else if (interpreters.has(name)) readCode(text, this.#state);
        else if (runs && codeName.test(file)) addNamesIn(text, this.#state.facts);
      }
  }

  /** Returns the texts that a command is known to print. */
  #printed(
    redirects: Command['redirects'],
    run: readonly Field[],
    input: readonly string[],
  ): readonly string[] {
    const name = programOf(run) ?? '';
    return [
      ...this.#resolver.hereTexts(redirects),
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
  #write(targets: readonly Field[], texts: readonly string[]): void {
    for (const { text } of targets) {
      const file = lastPart(text);
      const known = this.#state.written.get(file) ?? new Set();
      this.#state.written.set(file, known);
      for (const each of texts) known.add(each);
    }
  }

  /** Notes the output of a command in files to which other commands may write as well. */
  append(targets: readonly Field[], run: readonly Field[], output: readonly string[]): void {
    this.#write(targets, output);
    const text = output.findLast((each) => !refers(each) && !each.startsWith(patternMark));
    if (text === undefined) return;
    const isLine = programOf(run) === 'echo' && !/^-[eE]*n/.test(run[1]?.text ?? '');
    for (const { text: file } of targets) {
      const before = this.#state.wholes.get(lastPart(file)) ?? '';
      this.#state.wholes.set(lastPart(file), before + text + (isLine ? '\n' : ''));
    }
  }
}
