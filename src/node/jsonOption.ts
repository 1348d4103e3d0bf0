import type { Command } from 'commander';
import { printableJson, printableLines, withoutBuildCommands } from '../core/printable.ts';

/** The option that `acceptJson` adds to every command of service-cli. */
export interface JsonFlag {
  readonly json?: boolean | undefined;
}

/** Adds `--json` to each command below `program` that runs something and does not have the option yet. */
export function acceptJson(program: Command): void {
  for (const command of program.commands) {
    const hasOption = command.options.some(({ long }) => long === '--json');
    if (command.commands.length === 0 && !hasOption) command.option('--json', 'answer in JSON');
    acceptJson(command);
  }
}

/** Prints the answer of a command to the process's stdout. */
export function printAnswer({ json = false }: JsonFlag, value: unknown, text: () => string): void {
  process.stdout.write(answerText(json, value, text));
}

/**
 * Returns the text that a command prints to stdout: one line of JSON with `--json`, else text for users. Whether
 * stdout is a terminal makes no difference, so that a user and a pipe get the same text. Control characters are
 * escaped.
 */
export function answerText(json: boolean, value: unknown, text: () => string): string {
  return `${json ? printableJson(value) : withoutBuildCommands(printableLines(text()))}\n`;
}
