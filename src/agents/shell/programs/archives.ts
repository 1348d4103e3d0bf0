import { addSuffixes, lineOfOptions } from '../commandWords.ts';
import { type Field, fieldOfText } from '../expand.ts';
import type { PosixState } from '../posixState.ts';

interface Archiver {
  /** Matches the arguments, each with a line break before it, of a command that packs files. */
  readonly packs?: RegExp;
  /** Matches the arguments of a command that prints what is in an archive. */
  readonly prints?: RegExp;
}

const tar: Archiver = {
  packs: /^\n-?[a-zA-Z]*[cru]|\n(?:-[a-zA-Z]*[cru]|--(?:create|append|update))/,
  prints: /^\n[a-zA-NP-Z]+O|\n(?:-[a-zA-NP-Z]*O|--to-(?:stdout|command))/,
};
const sevenZip: Archiver = { packs: /^\n[au]\n/, prints: /\n-so/ };

const archivers: Readonly<Record<string, Archiver>> = {
  tar,
  gtar: tar,
  bsdtar: tar,
  '7z': sevenZip,
  '7za': sevenZip,
  '7zz': sevenZip,
  zip: { packs: /./ },
  unzip: { prints: /\n-[a-zA-Z]*[pc]/ },
  funzip: { prints: /^/ },
  jar: { packs: /^\n-{0,2}c/ },
  rar: { packs: /^\na\n/, prints: /^\np/ },
  unrar: { prints: /^\np/ },
  mksquashfs: { packs: /./ },
  unsquashfs: { prints: /\n-cat/ },
  cpio: { packs: /\n(?:-[a-z]*o|--create)/, prints: /\n--to-stdout/ },
  npm: { packs: /^\npack(?:\n|$)/ },
  pnpm: { packs: /^\npack(?:\n|$)/ },
  yarn: { packs: /^\npack(?:\n|$)/ },
};

/** Notes what a program packs into an archive, and whether it prints what is in one. */
export function keepArchive(name: string, args: readonly Field[], state: PosixState): void {
  const { packs, prints } = Object.hasOwn(archivers, name) ? (archivers[name] ?? {}) : {};
  const line = lineOfOptions(args.map(({ text }) => text));
  if (packs?.test(line)) {
    const isPackage = ['npm', 'pnpm', 'yarn'].includes(name);
    state.packed.push(...(isPackage ? [fieldOfText('.')] : args.filter(({ text }) => !text.startsWith('-'))));
  }
  if (prints?.test(line)) state.printsArchives = true;
}

/** Notes the commit that `git archive -o` packs. */
export function keepGitArchive([command, ...texts]: readonly string[], state: PosixState): void {
  if (command !== 'archive') return;
  const commit = texts.find(
    (text, at) => !text.startsWith('-') && !/^(?:-o|--output)$/.test(texts[at - 1] ?? ''),
  );
  if (commit === undefined) return;
  state.packedCommits.add(commit);
  // A program may unpack its files.
  state.facts.restored.add(commit);
}

/** Counts what the command line packs if it prints the content of archives, or files of a folder that it unpacks. */
export function addPacked({ packed, packedCommits, printsArchives, mentions, facts }: PosixState): void {
  if (packed.length > 0) for (const mention of mentions) addSuffixes(mention, facts);
  if (!printsArchives) return;
  for (const { pattern } of packed) facts.searches.push({ path: pattern, globs: [] });
  for (const commit of packedCommits)
    facts.gitReads.push({ command: 'grep', args: ['-h', '-e', '', commit], folder: '.' });
}
