import { Command } from 'commander';
import { commandTable } from '../../src/cli/commandTable.ts';
import { completionTable } from '../../src/cli/commands/completion.ts';
import type { CommandRow } from '../../src/cli/program.ts';
import { platformProgram } from '../../src/emulator/commands.ts';
import { acceptJson } from '../../src/node/jsonOption.ts';
import { relayProgram } from '../../src/relay/commands.ts';
import { mcpProgram } from '../../src/tools/server/commandLine.ts';

/** The commands with separate bundles; the table declares them without options. */
const elsewhere: ReadonlySet<string> = new Set(['hook', 'mcp', 'platform', 'relay']);

/**
 * Returns `service-cli` with all its commands and options, whatever bundle they are in. Running a command does nothing.
 * `hook`, which only the installed hooks run, is left out.
 */
export function cliProgram(): Command {
  const program = new Command('service-cli');
  const run: Parameters<CommandRow>[1] = () => () => Promise.resolve();
  for (const row of commandTable) row(program, run);
  const root = new Command('service-cli');
  for (const command of program.commands) if (!elsewhere.has(command.name())) root.addCommand(command);
  root.addCommand(mcpProgram(() => undefined).name('mcp'));
  root.addCommand(platformProgram(() => ({})).name('platform'));
  root.addCommand(relayProgram().name('relay'));
  acceptJson(root);
  for (const command of leavesOf(root)) command.action(() => undefined);
  return root;
}

/** Returns the commands that run something, with `command` itself if it has no commands below it. */
export function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** Returns the words with which a user calls a command, such as `service-cli relay key create`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Returns the JSON of the words that complete the commands with separate bundles, which service-cli cannot load. */
export function otherPrograms(): string {
  const tables = cliProgram()
    .commands.filter((command) => elsewhere.has(command.name()))
    .map((command) => completionTable(command, [command.name()]));
  return `${JSON.stringify(Object.assign({}, ...tables), undefined, 2)}\n`;
}
