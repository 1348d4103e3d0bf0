import { addSuffixes, lastPart, lineOfOptions, programOf } from '../commandWords.ts';
import { expandWord, type Field, fieldOfText } from '../expand.ts';
import type { PosixState } from '../posixState.ts';
import type { Command, Script } from '../syntax/commandLine.ts';
import { interpreters, networkPrinters, printers, searchers, textFilters } from './programs.data.ts';

interface Archiver {
  /** Matches the arguments, each with a line break before it, of a command that packs files. */
  readonly packs?: RegExp;
  /** Matches the arguments of a command that prints what is in an archive. */
  readonly prints?: RegExp;
  /** Matches the arguments with which the archive is a file. */
  readonly writesFile?: RegExp;
}

/** Matches arguments with which an archive goes to the output. */
const toOutput =
  /\n(?:-|--file=-|-?[a-zA-Z]*f-|\S*\/dev\/(?:stdout|stderr|tty|fd\/\d))(?:\n|$)|\n-so(?:\n|$)/;

const tar: Archiver = {
  packs: /^\n-?[a-zA-Z]*[cru]|\n(?:-[a-zA-Z]*[cru]|--(?:create|append|update))/,
  prints: /^\n[a-zA-NP-Z]+O|\n(?:-[a-zA-NP-Z]*O|--to-(?:stdout|command))/,
  writesFile: /^\n[a-zA-Z]*f|\n(?:-[a-zA-Z]*f|--file)/,
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
  jar: { packs: /^\n-{0,2}c/, writesFile: /^\n-{0,2}[a-zA-Z]*f|\n--file/ },
  rar: { packs: /^\na\n/, prints: /^\np/ },
  unrar: { prints: /^\np/ },
  mksquashfs: { packs: /./ },
  unsquashfs: { prints: /\n-cat/ },
  cpio: { packs: /\n(?:-[a-z]*o|--create)/, prints: /\n--to-stdout/ },
  npm: { packs: /^\npack(?:\n|$)/ },
  pnpm: { packs: /^\npack(?:\n|$)/ },
  yarn: { packs: /^\npack(?:\n|$)/ },
};

/**
 * Notes what a program packs into an archive, and whether the content of archives is printed.
 *
 * @param pipeline Returns the command and those to which its output goes.
 */
export function keepArchive(
  name: string,
  args: readonly Field[],
  state: PosixState,
  pipeline: () => readonly Command[],
): void {
  const { packs, prints, writesFile = /./ } = Object.hasOwn(archivers, name) ? (archivers[name] ?? {}) : {};
  const texts = args.map(({ text }) => text);
  const line = lineOfOptions(texts);
  if (prints?.test(line)) state.printsArchives = true;
  if (packs?.test(line) !== true) return;
  const names = args.filter(({ text }) => !text.startsWith('-'));
  const isPackage = ['npm', 'pnpm', 'yarn'].includes(name);
  const globs = excludedFrom(texts);
  state.packed.push(...(isPackage ? [fieldOfText('.')] : names).map((field) => ({ field, globs })));
  for (const { text } of names)
    for (const archive of [lastPart(text), `${lastPart(text)}.zip`]) state.archives.add(archive);
  const isOutput =
    toOutput.test(line.replaceAll(/\n(?:-T|--files-from)[\n=]?-(?=\n|$)/g, '')) || !writesFile.test(line);
  if (isOutput && isPrinted(pipeline(), state)) state.printsArchives = true;
}

/** Commands of a pipeline that are looked at. */
const maxPipeline = 64;

/** Returns a command of a script and those to which its output goes. */
export function pipelineFrom(script: Script, at: number): readonly Command[] {
  const rest = script.slice(at, at + maxPipeline);
  const end = rest.findIndex(
    ({ isPiped, group, feed }, index) => index > 0 && !isPiped && group === undefined && feed === undefined,
  );
  return end < 0 ? rest : rest.slice(0, end);
}

/** Returns the patterns of the names that `tar` leaves out. Such an option has no effect on the files before it. */
function excludedFrom(texts: readonly string[]): readonly string[] {
  const isValue = (before = ''): boolean => /^(?:-?[a-zA-Z]*f|--file|--exclude)$/.test(before);
  const first = texts.findIndex((text, at) => at > 0 && !text.startsWith('-') && !isValue(texts[at - 1]));
  return texts.slice(0, Math.max(0, first)).flatMap((text, at) => {
    const value = text === '--exclude' ? texts[at + 1] : /^--exclude=(.+)$/.exec(text)?.[1];
    return value ? [`!${value}`] : [];
  });
}

/** Whether the output of a pipeline that begins with an archive is shown. An archive in a file gets the name of the file. */
function isPrinted(pipeline: readonly Command[], state: PosixState): boolean {
  const files = pipeline
    .flatMap(({ redirects }) => redirects)
    .filter(({ operator, descriptor }) => operator === '>' && descriptor !== '2')
    .flatMap(({ target }) => expandWord(target, state.context))
    .filter(({ text }) => !/^(?:\/dev\/|&|\d$)/.test(text));
  const runs = pipeline.slice(1).map((command) => state.unwrapped(state.fieldsOf(command)));
  const copies = runs.filter((run) => programOf(run) === 'tee').flat();
  for (const { text } of [...files, ...copies]) state.archives.add(lastPart(text));
  if (files.length > 0) return false;
  const [last] = runs.flatMap((run) => programOf(run) ?? []).slice(-1);
  return last === undefined || printsFiles(last);
}

/** Whether a program shows the files in its arguments or its input as they are. */
function printsFiles(name: string): boolean {
  if (Object.hasOwn(archivers, name) || networkPrinters.has(name) || compressors.has(name)) return false;
  return (
    printers.has(name) || textFilters.has(name) || interpreters.has(name) || Object.hasOwn(searchers, name)
  );
}

/** Their output can be read only after another program restored it. */
const compressors = new Set(['gzip', 'bzip2', 'xz', 'zstd']);

/** Names of archives beyond which any program counts that shows files. */
const maxArchives = 100;

/** Notes whether a program shows an archive that the command line writes. */
export function keepUse(name: string, texts: readonly string[], state: PosixState): void {
  if (state.archives.size === 0 || state.printsArchives || !printsFiles(name)) return;
  state.printsArchives =
    state.archives.size > maxArchives ||
    texts.some((text) =>
      [...state.archives].some(
        (archive) => lastPart(text) === archive || (archive.length > 3 && text.includes(archive)),
      ),
    );
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
  for (const { field, globs } of packed) facts.searches.push({ path: field.pattern, globs });
  for (const commit of packedCommits)
    facts.gitReads.push({ command: 'grep', args: ['-h', '-e', '', commit], folder: '.' });
}
