import { addCandidates } from '../candidates.ts';
import { lastPart } from '../commandWords.ts';
import { type Field, fieldOfText } from '../syntax/glob.ts';
import type { PosixState } from '../state.ts';

/** Counts the files of which the command line prints a copy that it makes. */
export function addCopies({ copied, mentions, facts }: PosixState): void {
  const isMentioned = (names: readonly string[]): boolean =>
    mentions.some((text) => /[*?[`$]/.test(text) || names.some((name) => name !== '' && text.includes(name)));
  for (const { sources, targets } of copied) {
    if (isMentioned([...targets, ...sources.map(({ text }) => lastPart(text))]))
      for (const field of sources) addCandidates(field, facts);
    // A copied folder has the same names in it.
    for (const target of targets)
      for (const mention of mentions) {
        // A search through the copy reads what a search through the folder would read.
        if (target !== '' && lastPart(mention) === target)
          for (const { pattern } of sources) facts.searches.push({ path: pattern, globs: [] });
        const [, inner] = target === '' ? [] : mention.split(`${target}/`, 2);
        if (inner) for (const { pattern } of sources) facts.addName(`${pattern}/${inner}`, true);
      }
  }
}

/** Notes the copies that `sed -i.bak` makes. */
export function keepBackup(args: readonly Field[], { copied }: PosixState): void {
  const suffix = args
    .map(({ text }) => /^(?:-[a-hj-zE]*i|--in-place=)([^=\s]+)$/.exec(text)?.[1])
    .find((found) => found !== undefined);
  if (suffix === undefined) return;
  // The first operand is code.
  for (const field of args.filter(({ text }) => !text.startsWith('-')).slice(1))
    copied.push({ sources: [field], targets: [lastPart(field.text) + suffix] });
}

/** Notes the copy of the repository that `git worktree add`, `git clone` or `git checkout-index` makes. */
export function keepWorktree(texts: readonly string[], { copied }: PosixState): void {
  // `git mv` makes a file of another name.
  const moved = texts[0] === 'mv' ? texts.slice(1).filter((text) => !text.startsWith('-')) : [];
  if (moved.length > 1)
    copied.push({ sources: moved.slice(0, -1).map(fieldOfText), targets: [lastPart(moved.at(-1) ?? '')] });
  const [prefix] = texts.includes('checkout-index')
    ? texts.flatMap((text) => text.split('--prefix=').slice(1))
    : [];
  if (prefix !== undefined)
    copied.push({ sources: [fieldOfText('.')], targets: [lastPart(prefix.replace(/\/$/, ''))] });
  const at = texts.findIndex(
    (text, index) => text === 'clone' || (text === 'add' && texts[index - 1] === 'worktree'),
  );
  if (at < 0) return;
  const operands = texts.slice(at + 1).filter((text) => !text.startsWith('-'));
  const target = texts[at] === 'clone' ? operands.at(-1) : operands[0];
  // A clone of another machine has other files.
  if (texts[at] === 'clone' && /^[\w+.-]+:\/\/|^[\w.@-]+:/.test(operands[0] ?? '')) return;
  if (target !== undefined) copied.push({ sources: [fieldOfText('.')], targets: [lastPart(target)] });
}

/** Notes the files that a program copies, links or moves. */
export function keepCopy(args: readonly Field[], state: PosixState): void {
  const files = args.filter(
    ({ text }, at) =>
      !text.startsWith('-') && !/^(?:--(?:ex|in)clude|--filter|-f)$/.test(args[at - 1]?.text ?? ''),
  );
  const options = args.filter(({ text }) => /^-(?:t|-target-directory)/.test(text));
  const target = files.at(-1);
  const sources = files.length > 1 && options.length === 0 ? files.slice(0, -1) : files;
  if (target === undefined) return;
  state.copied.push({ sources, targets: [lastPart(target.text.replace(/\/+$/, ''))] });
  state.mentions.length -= args.length;
  if (/^\/dev\/|^\/proc\/|^[^/]*:/.test(target.text))
    for (const field of sources) addCandidates(field, state.facts);
}
