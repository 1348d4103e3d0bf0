import type { ArgumentReader } from './argumentReader.ts';
import { addCandidates } from './candidates.ts';
import { isQuiet, programOf, quotesFiles } from './commandWords.ts';
import { expandWord, type Field } from './expand.ts';
import type { PosixState } from './posixState.ts';
import type { CodeReader } from './programs/codeReader.ts';
import type { CommandOutput } from './programs/commandOutput.ts';
import { shells, textPrinters } from './programs/programs.data.ts';
import type { Command } from './syntax/commandLine.ts';

/** Counts the files that redirections read, and notes the texts that they bring into commands and into files. */
export class RedirectReader {
  readonly #state: PosixState;
  readonly #output: CommandOutput;
  readonly #arguments: ArgumentReader;
  readonly #code: CodeReader;

  constructor(state: PosixState, output: CommandOutput, argumentReader: ArgumentReader, code: CodeReader) {
    this.#state = state;
    this.#output = output;
    this.#arguments = argumentReader;
    this.#code = code;
  }

  /** Reads the redirections of a command, which runs with this input. */
  read({ redirects, group }: Command, run: readonly Field[], input: readonly string[] | undefined): void {
    const name = programOf(run) ?? '';
    const isInherited = group !== undefined || name === 'exec' || this.#state.hidden.has(name);
    for (const text of this.#output.readBy(redirects)) {
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
      const fields = expandWord(target, this.#state.context);
      if (operator === '<' && !quietInput) {
        for (const field of fields) addCandidates(field, this.#state.facts);
        if (shells.has(name)) for (const { text } of fields) this.#state.facts.scripts.add(text);
      } else if (operator === '<<<' && !quietInput)
        for (const { variables } of fields)
          for (const variable of variables) this.#state.facts.variables.add(variable);
      if ((operator === '<<' || operator === '<<<') && textPrinters.has(name))
        this.#arguments.echo(fields, redirects);
      if (operator === '>') this.#state.facts.written.push(...fields);
      if (operator === '>') this.#code.write(fields, this.#code.printed(redirects, run, input ?? []));
      if ((operator === '<<' || operator === '<<<') && name === 'done') this.#arguments.loopInput(fields);
    }
  }
}
