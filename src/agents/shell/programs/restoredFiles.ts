import type { Field } from '../expand.ts';
import type { Facts } from '../facts.ts';
import { TooComplex } from '../syntax/commandLine.ts';

/** Commands of git that write files of a revision, and the operands that name the revision. */
const restoring: Readonly<Record<string, (operands: readonly string[]) => readonly string[]>> = {
  checkout: (operands) => operands.slice(0, 1),
  switch: (operands) => operands.slice(0, 1),
  reset: (operands) => operands.slice(0, 1),
  restore: () => [],
  'checkout-index': () => [],
  'read-tree': (operands) => operands,
  worktree: (operands) => operands.slice(2),
  clone: () => [],
  stash: (operands) => ['stash@{0}', ...operands.slice(1).map((text) => text.replace(/^\d+$/, 'stash@{$&}'))],
  merge: (operands) => operands,
  rebase: (operands) => operands,
  'cherry-pick': (operands) => operands,
  revert: (operands) => operands.map((text) => `${text}^`),
  apply: () => ['HEAD^'],
  pull: () => ['FETCH_HEAD', '@{upstream}'],
  bisect: (operands) => operands.slice(1),
};

/** More revisions than any person writes. */
const maxRevisions = 32;

/**
 * Notes the revisions of which a command of git may write files.
 *
 * @throws {TooComplex} for more revisions than can be checked.
 */
export function keepRestored(command: string, rest: readonly Field[], { restored }: Facts): void {
  if (!Object.hasOwn(restoring, command)) return;
  const texts = rest.map(({ text }) => text);
  const end = texts.indexOf('--');
  const operands = texts.slice(0, end < 0 ? undefined : end).filter((text) => !text.startsWith('-'));
  const sources = texts.flatMap((text, at) => {
    const [, value] = /^(?:--source=|-s)(.+)$/.exec(text) ?? [];
    return value ?? (/^(?:--source|-s)$/.test(text) ? (texts[at + 1] ?? []) : []);
  });
  for (const revision of ['HEAD', ...(restoring[command]?.(operands) ?? []), ...sources]) {
    // git takes it for no revision, and would take it for an option of the search below.
    if (revision.startsWith('-')) continue;
    restored.add(rest.some(({ text, isPartial }) => isPartial && revision.startsWith(text)) ? '*' : revision);
  }
  if (restored.size > maxRevisions) throw new TooComplex('names more revisions than can be checked');
}

/**
 * Adds what the command line prints of files that git writes: they may be missing in the working tree when the command
 * line is checked.
 */
export function addRestored(facts: Facts): void {
  if (facts.restored.size === 0) return;
  const paths = [...facts.names.keys(), ...facts.assigned.keys()].map(pathspec);
  const reads = [
    { paths: [...new Set(paths)], question: ['-e', ''] },
    ...facts.searches.map(({ pattern, globs = [], ignoresCase = false, context = 0 }) => ({
      paths: globs.length === 0 ? [pathspec('*')] : globs.map(pathspec),
      question: [...(ignoresCase ? ['-i'] : []), `-C${context}`, '-P', '-e', pattern ?? ''],
    })),
  ].filter((read) => read.paths.length > 0);
  for (const read of reads)
    for (const revision of ['--cached', ...facts.restored])
      facts.gitReads.push(
        revision === '*'
          ? { command: 'log', args: ['-p', '--all', '--', ...read.paths], folder: '.', isGuess: true }
          : {
              command: 'grep',
              args: ['-h', '-a', ...read.question, revision, '--', ...read.paths],
              folder: '.',
              isGuess: true,
            },
      );
}

/** Returns what git takes for the files of that name in any folder. */
function pathspec(pattern: string): string {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  return `:(top,glob)**/${last.replaceAll(/[?*+@!]\([^)]*\)/g, '*') || '*'}`;
}
