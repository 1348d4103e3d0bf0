import type { Command } from 'commander';

/** The words that may follow a command. `path` is the words of the command, without `service-cli`. */
export interface CompletionNode {
  readonly path: readonly string[];
  readonly words: readonly string[];
}

/** Returns a node per command, with its subcommands, choices and options. */
export function completionTree(command: Command, path: readonly string[] = []): CompletionNode[] {
  const children = command.commands.filter((child) => child.name() !== 'help');
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const options = command.options.flatMap(({ long }) => long ?? []);
  const words = [...children.map((child) => child.name()), ...choices, ...options, '--help'];
  return [{ path, words }, ...children.flatMap((child) => completionTree(child, [...path, child.name()]))];
}
