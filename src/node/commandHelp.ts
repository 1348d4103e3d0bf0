import type { Command } from 'commander';
import { commandExamples } from './commandExamples.data.ts';

export function addExamples(command: Command): void {
  const lines = commandExamples[pathOf(command)] ?? [];
  if (lines.length > 0)
    command.addHelpText('after', ['\nExamples:', ...lines.map((line) => `  service-cli ${line}`)].join('\n'));
  for (const child of command.commands) addExamples(child);
}

function pathOf(command: Command): string {
  const names = command.parent ? [pathOf(command.parent), command.name()] : [command.name()];
  return names
    .join(' ')
    .replace(/^service-cli ?/, '')
    .trim();
}
