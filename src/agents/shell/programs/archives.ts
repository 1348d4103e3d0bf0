import { addSuffixes, lastPart, lineOfOptions, programOf } from '../commandWords.ts';
import { expandWord, type Field, fieldOfText } from '../expand.ts';
import type { PosixState } from '../posixState.ts';
import { type Command, type Script, TooComplex } from '../syntax/commandLine.ts';
import { compressors, isDecoder } from './decoders.ts';
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

/** How a program is asked to use archives. */
interface ArchiverRun {
  readonly packs: boolean;
  readonly prints: boolean;
  /** Whether the archive that it packs goes to the output. */
  readonly isOutput: boolean;
}

function archiverRun(name: string, args: readonly Field[]): ArchiverRun | undefined {
  const archiver = Object.hasOwn(archivers, name) ? archivers[name] : undefined;
  if (archiver === undefined) return undefined;
  const { packs, prints, writesFile = /./ } = archiver;
  const line = lineOfOptions(args.map(({ text }) => text));
  const withoutLists = line.replaceAll(/\n(?:-T|--files-from)[\n=]?-(?=\n|$)/g, '');
  return {
    packs: packs?.test(line) === true,
    prints: prints?.test(line) === true,
    isOutput: toOutput.test(withoutLists) || !writesFile.test(line),
  };
}

/**
 * Notes what a program packs into an archive, and whether it shows the content of archives: of one that it reads, or of one
 * that it packs and whose pipeline ends at the terminal.
 *
 * @param pipeline Returns the command and those to which its output goes.
 */
export function keepArchive(
  name: string,
  args: readonly Field[],
  state: PosixState,
  pipeline: () => readonly Command[],
): void {
  const run = archiverRun(name, args);
  if (run === undefined) return;
  if (run.packs) keepPacked(name, args, state);
  const output = run.packs && run.isOutput ? pipeline() : undefined;
  if (output) keepFiles(output, state);
  if (run.prints || (output && isPrinted(output, state))) state.printsArchives = true;
}

/** Notes what a program packs into an archive, and the names that the archive may have. */
function keepPacked(name: string, args: readonly Field[], state: PosixState): void {
  const names = args.filter(({ text }) => !text.startsWith('-'));
  const isPackage = ['npm', 'pnpm', 'yarn'].includes(name);
  const globs = excludedFrom(args.map(({ text }) => text));
  state.packed.push(...(isPackage ? [fieldOfText('.')] : names).map((field) => ({ field, globs })));
  for (const { text } of names)
    for (const archive of [lastPart(text), `${lastPart(text)}.zip`]) state.archives.add(archive);
}

/** More commands than any pipeline of a person has. */
const maxPipeline = 64;

/**
 * Returns a command of a script and those to which its output goes.
 *
 * @throws {TooComplex} for a pipeline that is too long.
 */
export function pipelineFrom(script: Script, at: number): readonly Command[] {
  const rest = script.slice(at, at + maxPipeline);
  const end = rest.findIndex(
    ({ isPiped, group, feed }, index) => index > 0 && !isPiped && group === undefined && feed === undefined,
  );
  if (end < 0 && script.length > at + maxPipeline) throw new TooComplex('has a long pipeline');
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

/** Returns the files into which a pipeline writes what its first command packs. */
function filesOf(pipeline: readonly Command[], state: PosixState): readonly string[] {
  return pipeline
    .flatMap(({ redirects }) => redirects)
    .filter(({ operator, descriptor }) => operator === '>' && descriptor !== '2')
    .flatMap(({ target }) => expandWord(target, state.context))
    .map(({ text }) => text)
    .filter((text) => !/^(?:\/dev\/|&|\d$)/.test(text));
}

/** Notes the files that become an archive which goes to the output. */
function keepFiles(pipeline: readonly Command[], state: PosixState): void {
  const copies = runsOf(pipeline, state).filter((run) => programOf(run) === 'tee');
  for (const text of [...filesOf(pipeline, state), ...copies.flat().map((field) => field.text)])
    state.archives.add(lastPart(text));
}

/** Whether the output of a pipeline that begins with an archive is shown. */
function isPrinted(pipeline: readonly Command[], state: PosixState): boolean {
  if (filesOf(pipeline, state).length > 0) return false;
  const last = runsOf(pipeline, state).findLast((run) => programOf(run) !== undefined);
  if (last === undefined) return true;
  const name = programOf(last) ?? '';
  return (
    isDecoder(
      name,
      last.slice(1).map(({ text }) => text),
    ) || printsFiles(name)
  );
}

function runsOf(pipeline: readonly Command[], state: PosixState): readonly (readonly Field[])[] {
  return pipeline.slice(1).map((command) => state.unwrapped(state.fieldsOf(command)));
}

/** Whether a program shows the files in its arguments or its input as they are. */
function printsFiles(name: string): boolean {
  if (Object.hasOwn(archivers, name) || networkPrinters.has(name) || compressors.has(name)) return false;
  return (
    printers.has(name) || textFilters.has(name) || interpreters.has(name) || Object.hasOwn(searchers, name)
  );
}

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

/**
 * Notes the commit and the files that `git archive` packs, and whether the archive is shown.
 *
 * @param args The arguments behind `archive`.
 * @param pipeline Returns the command and those to which its output goes.
 */
export function keepGitArchive(
  args: readonly Field[],
  state: PosixState,
  pipeline: () => readonly Command[],
): void {
  const { facts } = state;
  const isValue = (at: number): boolean =>
    /^(?:-o|--(?:output|format|prefix|remote|exec))$/.test(args[at - 1]?.text ?? '');
  const commit = args.find(({ text }, at) => !text.startsWith('-') && !isValue(at));
  const outputs = args.flatMap(({ text }, at) => {
    const [, inline] = /^(?:-o|--output=)(.+)$/.exec(text) ?? [];
    return inline ?? (/^(?:-o|--output)$/.test(args[at - 1]?.text ?? '') ? [text] : []);
  });
  for (const output of outputs) state.archives.add(lastPart(output));
  for (const { text } of args) {
    const [, added] = /^--add-file=(.+)$/.exec(text) ?? [];
    if (added !== undefined) state.packed.push({ field: fieldOfText(added), globs: [] });
  }
  if (outputs.length === 0) keepFiles(pipeline(), state);
  const isShown =
    outputs.length === 0
      ? isPrinted(pipeline(), state)
      : outputs.some((text) => /^\/(?:dev|proc)\//.test(text));
  if (isShown) state.printsArchives = true;
  if (args.some(({ text }) => text.startsWith('--remote'))) facts.unchecked ??= 'Use git show';
  if (commit === undefined) return;
  const revision = commit.isPartial ? '*' : commit.text;
  state.packedCommits.add(revision);
  // A program may unpack its files.
  facts.restored.add(revision);
}

/** Counts what the command line packs if it prints the content of archives, or files of a folder that it unpacks. */
export function addPacked({ packed, packedCommits, printsArchives, mentions, facts }: PosixState): void {
  if (packed.length > 0) for (const mention of mentions) addSuffixes(mention, facts);
  if (!printsArchives) return;
  for (const { field, globs } of packed) facts.searches.push({ path: field.pattern, globs });
  for (const commit of packedCommits)
    facts.gitReads.push(
      commit === '*'
        ? { command: 'log', args: ['-p', '--all'], folder: '.' }
        : { command: 'grep', args: ['-h', '-e', '', commit], folder: '.' },
    );
}
