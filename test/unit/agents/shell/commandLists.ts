import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composedNames, everydayLong } from './longTexts.data.ts';

/**
 * Returns the commands of a file in `test/fixtures/commands`, which has them as they are typed: one per line, with a tab
 * before each further line of a command. A line that begins with a number sign is a heading.
 */
export function commandsIn(list: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '../../../fixtures/commands', `${list}.txt`), 'utf8');
  return text
    .replaceAll('\r\n', '\n')
    .trimEnd()
    .split(/\n(?!\t)/)
    .filter((command) => !command.startsWith('#'))
    .map((command) => command.replaceAll('\n\t', '\n'));
}

/** Spellings of the file `.env` in a folder `project` that is the working directory; each prints it with `cat`. */
const spellings = commandsIn('spellings');

/** Commands that print the file `.env`, each in the words of bash. */
export const printing: readonly string[] = [
  ...commandsIn('printing'),
  ...spellings.map((spelling) => `cat ${spelling}`),
  // A redirection takes one file only.
  ...spellings
    .filter((spelling) => !spelling.includes(',') && !spelling.includes('*/'))
    .map((spelling) => `head -n 3 < ${spelling}`),
  // A number sign behind a carriage return begins no comment.
  ': \r#; cat .env',
  ...composedNames,
];

/** Commands of people and agents in a project with a secret in `.env`. None of them prints the secret. */
export const everyday: readonly string[] = [
  ...commandsIn('everyday'),
  ...commandsIn('names'),
  ...everydayLong,
];

/**
 * Commands that print the file `.env`. They were written to measure the reader: 86.7 % of the first 496 and, after fixes for
 * those, 95.8 % of the next 191 and 85.2 % of another 364 were denied before the reader was fixed for them. Many of their
 * programs are on no test machine, or reach the network, so they are not run.
 */
export const unseen = commandsIn('unseen');

/**
 * Commands that print the file `.env`, written by a person who had not read the reader. Keep them as they are: they measure
 * a change of the reader. To measure with new ones, ask for a new list.
 */
export const blind = commandsIn('blind');
