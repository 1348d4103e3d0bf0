import { addCandidates } from '../candidates.ts';
import type { Facts, GitRead } from '../facts.ts';
import { type Field, fieldOfText, refers } from '../syntax/glob.ts';
import { addArguments } from './arguments.ts';
import type { PosixState } from '../state.ts';

/** Options that may be passed on to git: they start no program, write no file, and let git print what it would. */
const passed =
  /^(?:--|-\d+|-[npuRWmcgaizEFPwvIhlHLSG]|-[nULSG].+|--(?:unified|since|after|until|before|author|committer|grep|max-count|skip|diff-filter|max-depth)=.*|--(?:patch|all|branches|tags|remotes|cached|staged|function-context|cc|first-parent|no-merges|merges|reverse|follow|root|walk-reflogs|merge-base|text|binary|untracked|no-index|ignore-case|extended-regexp|fixed-strings|perl-regexp|word-regexp|invert-match|and|or|not)|-[eABC]|-[ABC]\d+)$/;

/** Options with which git prints names and numbers instead of contents. */
const namesOnly =
  /^(?:--(?:stat|name-only|name-status|shortstat|numstat|summary|check|quiet|no-patch|dirstat|compact-summary|raw|count|files-with-matches|files-without-match|oneline-only)(?:=.*)?|-s)$/;

const patch =
  /^(?:-p|-u|--patch|-U\d*|--unified.*|-L.*|-c|--cc|-m|-W|--function-context|--patch-with-stat|--patch-with-raw|--word-diff.*|--color-words.*|--binary|-\d+p)$/;

const quiet = new Set(
  'add rm mv commit status branch checkout switch restore reset push pull fetch clone init tag merge rebase cherry-pick revert check-ignore check-attr ls-files ls-tree ls-remote rev-parse rev-list reflog describe shortlog bisect worktree submodule gc fsck clean hash-object lfs count-objects symbolic-ref update-index name-rev merge-base for-each-ref show-ref prune repack maintenance sparse-checkout help version var cherry apply am pack-refs update-ref write-tree commit-tree mktree filter-repo gui citool instaweb rerere'.split(
    ' ',
  ),
);

export function readGit(args: readonly Field[], state: PosixState): void {
  const { facts } = state;
  const general: GitRun['general'] = (fields) => {
    addArguments(fields, 'git', state);
  };
  let folder = '.';
  let at = 0;
  for (; at < args.length; at++) {
    const text = args[at]?.text ?? '';
    const next = args[at + 1]?.text ?? '';
    if (text === '-C') {
      folder = next;
      facts.folders.push(next);
      at++;
    } else if (text === '-c') {
      // An alias or a pager is a command line.
      const code = next.slice(next.indexOf('=') + 1).replace(/^!/, '');
      general([
        fieldOfText('-c'),
        ...args.slice(at + 1, at + 2).map((field) => ({ ...field, text: code, pattern: code })),
      ]);
      at++;
    } else if (/^--(?:git-dir|work-tree)$/.test(text)) at++;
    else if (!text.startsWith('-')) break;
  }
  const rest = args.slice(at + 1);
  const texts = rest.map(({ text }) => text);
  const command = args[at]?.text ?? '';
  if (writing.has(command)) for (const revision of revisionsIn(texts)) facts.restored.add(revision);
  readRun({ command, rest, texts, folder, facts, general });
}

interface GitRun {
  /** Counts arguments that may name files. */
  readonly general: (fields: readonly Field[]) => void;
  readonly command: string;
  readonly rest: readonly Field[];
  readonly texts: readonly string[];
  readonly folder: string;
  readonly facts: Facts;
}

function readRun(run: GitRun): void {
  const { command, rest, texts, folder, facts, general } = run;
  // A revision that cannot be known leaves the name of the file in the working tree.
  general(rest.filter(({ isPartial }) => isPartial));
  const add = (name: GitRead['command'], from: readonly string[]): void => {
    const known = joined(from).filter((text) => !refers(text));
    facts.addGitRead({
      command: name,
      args: known.filter((text) => !text.startsWith('-') || passed.test(text)),
      folder,
    });
    readUnknown(run, name);
  };
  const printsPatch = texts.some((text) => patch.test(text));
  const isNames = !printsPatch && texts.some((text) => namesOnly.test(text));
  switch (command) {
    case 'show':
      if (!isNames || texts.some(namesFile)) add('show', isNames ? texts.filter(namesFile) : texts);
      return;
    case 'diff':
    case 'diff-tree':
    case 'diff-index':
    case 'diff-files':
    case 'difftool':
      if (texts.includes('--no-index')) general(rest);
      else if (!isNames && (command === 'diff' || command === 'difftool' || printsPatch)) add('diff', texts);
      return;
    case 'stash':
      record(run);
      readStash(texts, printsPatch, add);
      return;
    case 'blame':
    case 'annotate':
      general(rest.filter(({ text }) => !text.startsWith('-')));
      add(
        'blame',
        texts.filter((text) => text !== '-p' && text !== '-c'),
      );
      return;
    case 'grep':
      if (!isNames && !texts.some((text) => /^-[a-zA-Z]*[lLqc]$/.test(text))) add('grep', splitShort(texts));
      return;
    case 'cat-file':
      readCatFile(run);
      return;
    default:
      if (!Object.hasOwn(patchPrinters, command)) readOther(run);
      else if (printsPatch || printsAlways(command, texts))
        add('log', ['-p', ...(patchPrinters[command]?.(texts) ?? [])]);
  }
}

/** Commands that print the changes of commits, with the arguments of `git log` that print the same. */
const patchPrinters: Readonly<Record<string, (texts: readonly string[]) => readonly string[]>> = {
  log: (texts) => texts,
  whatchanged: (texts) => texts,
  reflog: (texts) => ['-g', ...texts.filter((text) => text !== 'show')],
  'range-diff': () => ['--all'],
  'request-pull': () => [],
  // It takes a revision for the one before the first.
  'format-patch': (texts) =>
    texts.map((text) => (texts.includes('--root') || /^-|\.\./.test(text) ? text : `${text}..HEAD`)),
};

/** Whether such a command prints changes without an option that asks for them. */
function printsAlways(command: string, texts: readonly string[]): boolean {
  return command === 'range-diff'
    ? !texts.some((text) => namesOnly.test(text))
    : command === 'format-patch' && texts.includes('--stdout');
}

/** Adds all that git may print where another command names an object, a revision, or the path behind a revision. */
function readUnknown({ texts, folder, facts }: GitRun, command: GitRead['command']): void {
  const isAny = ['cat-file', 'grep'].includes(command);
  if (
    texts.some(
      (text) =>
        refers(text) && (isAny || text.includes(':') || facts.sources.firstIn(text)?.source.kind === 'git'),
    )
  )
    facts.addGitRead({ command: 'log', args: ['-p', '--all'], folder });
}

/** Whether a text names a file of a revision or the index (`HEAD:a.ts`), which `git show` prints with any options. */
function namesFile(text: string): boolean {
  return /^(?!:\/)[^-].*:|^:(?!\/)/.test(text);
}

/** Options of which the value may be the next argument. */
const valued =
  /^(?:--(?:max-count|skip|since|after|until|before|author|committer|grep|date|diff-filter|tool|extcmd)|-[xt])$/;

/** Writes such options and their values as one argument. */
function joined(texts: readonly string[]): string[] {
  return texts.flatMap((text, at) => {
    if (valued.test(texts[at - 1] ?? '')) return [];
    return valued.test(text) ? [`${text}=${texts[at + 1] ?? ''}`] : [text];
  });
}

/** Options with which a command that changes something prints differences. */
const printsDifferences: Readonly<Record<string, RegExp>> = {
  add: /^(?:-p|-e|--patch|--edit)$/,
  checkout: /^(?:-p|--patch)$/,
  restore: /^(?:-p|--patch)$/,
  reset: /^(?:-p|--patch)$/,
  stash: /^(?:-p|--patch)$/,
  status: /^(?:-v+|--verbose)$/,
  commit: /^(?:-[a-z]*v|--verbose|-p|--patch)$/,
};

function readStash(
  texts: readonly string[],
  printsPatch: boolean,
  add: (name: 'diff', from: readonly string[]) => void,
): void {
  if (texts.some((text) => printsDifferences.stash?.test(text)) && texts[0] !== 'show') add('diff', ['HEAD']);
  if (texts[0] === 'show' && printsPatch) {
    const stash = texts.slice(1).find((text) => !text.startsWith('-')) ?? 'stash@{0}';
    const name = /^\d+$/.test(stash) ? `stash@{${stash}}` : stash;
    add('diff', [`${name}^`, name]);
  }
}

function readCatFile(run: GitRun): void {
  const { texts, folder, facts } = run;
  // The objects come from another program, as in `xargs git cat-file -p`.
  if (
    !texts.some((text) => !text.startsWith('-') && text !== 'blob') &&
    !texts.some((text) => text.startsWith('--'))
  )
    facts.addGitRead({ command: 'log', args: ['-p', '--all'], folder });
  readUnknown(run, 'cat-file');
  if (texts.some((text) => text.startsWith('--batch') && text !== '--batch-check'))
    facts.unchecked ??= 'Use git show';
  else if (!texts.some((text) => /^-[tse]$/.test(text)))
    facts.addGitRead({
      command: 'cat-file',
      args: ['-p', ...texts.filter((text) => !/^-|^blob$/.test(text) && !refers(text))],
      folder,
    });
}

function readOther(run: GitRun): void {
  const { command, rest, texts, folder, facts, general } = run;
  switch (command) {
    case 'config': {
      const at = texts.findIndex((text) => text.startsWith('alias.'));
      const alias = at < 0 ? '' : (texts[at + 1] ?? '');
      // An alias is a command line, or the arguments of git.
      if (alias !== '')
        general([fieldOfText('-c'), fieldOfText(alias.startsWith('!') ? alias.slice(1) : `git ${alias}`)]);
      general(optionValues(rest, /^(?:-f|--file)$/));
      if (
        texts.some((text) =>
          /^(?:-l|--list|list|--get.*|get|-e)$|url|token|password|extraheader|insteadof/i.test(text),
        )
      )
        addConfiguration(facts);
      return;
    }
    case 'remote':
      if (texts.some((text) => /^(?:-v|--verbose|get-url|show)$/.test(text))) addConfiguration(facts);
      return;
    case 'archive':
      readArchive(texts, folder, facts);
      return;
    case 'fast-export':
    case 'bundle':
      if (printsArchive(command, texts)) facts.unchecked ??= 'Use git show';
      return;
    case 'hash-object':
      // The object has another name than the file.
      if (texts.some((text) => /^-[a-z]*w/.test(text))) general(rest);
      return;
    default:
      if (recording.has(command)) record(run);
      if (
        !quiet.has(command) ||
        (command === 'bisect' && texts[0] === 'run') ||
        texts.includes('foreach') ||
        texts.some((text) => /^(?:-x|--exec)/.test(text))
      )
        general(rest);
      if (texts.some((text) => printsDifferences[command]?.test(text)))
        facts.addGitRead({
          command: 'diff',
          args:
            command === 'checkout' || command === 'restore'
              ? texts.filter((text) => !text.startsWith('-'))
              : ['HEAD'],
          folder,
        });
  }
}

function readArchive(texts: readonly string[], folder: string, facts: Facts): void {
  if (texts.some((text) => text.startsWith('--remote'))) facts.unchecked ??= 'Use git show';
  const commit = texts.find((text) => !text.startsWith('-')) ?? 'HEAD';
  if (printsArchive('archive', texts))
    facts.addGitRead({ command: 'grep', args: ['-h', '-e', '', commit], folder });
}

/** Commands that record files or texts which a later command of the line may print. */
const recording = new Set(['add', 'commit', 'tag', 'notes', 'merge', 'rm', 'mv', 'revert']);

function record({ command, rest, texts, facts, general }: GitRun): void {
  facts.recorded.push(...rest.filter(({ text }) => !text.startsWith('-')));
  if (texts.some((text) => recordsAll.test(text))) facts.recorded.push(fieldOfText('.'));
  facts.recordsIgnored ||=
    (command === 'add' && texts.some((text) => /^(?:-[a-zA-Z]*f|--force)$/.test(text))) ||
    (command === 'stash' && texts.some((text) => /^(?:-[a-z]*a|--all)$/.test(text)));
  general(optionValues(rest, /^(?:-[a-zA-Z]*F|--file)$/));
}

/** Options with which such a command records files that no argument names. */
const recordsAll = /^(?:-[a-zA-Z]*[Au]|--(?:all|update|include-untracked))$/;

function optionValues(rest: readonly Field[], option: RegExp): Field[] {
  return rest.flatMap((field, at) => {
    const { text } = field;
    if (option.test(rest[at - 1]?.text ?? '')) return [field];
    const end = text.startsWith('--') ? text.indexOf('=') : 2;
    return end > 0 && text.length > end && option.test(text.slice(0, end))
      ? [fieldOfText(text.slice(text.startsWith('--') ? end + 1 : end))]
      : [];
  });
}

/** Whether a command that packs files writes them to its output. */
function printsArchive(command: string, texts: readonly string[]): boolean {
  if (texts.some((text) => /(?:^|=|-o)\/(?:dev|proc)\//.test(text))) return true;
  if (command === 'bundle') return texts[0] === 'create' && texts.slice(1).includes('-');
  return !texts.some((text) => /^(?:-o|--output)/.test(text));
}

/** Adds what git prints of files that the command line records first: they are not recorded while it is checked. */
export function addRecorded(facts: Facts): void {
  if (facts.recorded.length === 0 || facts.gitReads.length === 0) return;
  for (const field of facts.recorded) addCandidates(field, facts);
  const paths = new Set(facts.recorded.filter(({ isPartial }) => !isPartial).map(({ text }) => text));
  facts.addGitRead({ command: 'diff', args: ['HEAD'], folder: '.' });
  facts.addGitRead({
    command: 'ls-files',
    args: ['-z', '--others', ...(facts.recordsIgnored ? [] : ['--exclude-standard']), '--', ...paths],
    folder: '.',
  });
}

function addConfiguration(facts: Facts): void {
  facts.addText('.git/config');
  facts.addText('~/.gitconfig');
}

/** Splits `-rni` into single options, so that each can be checked. */
function splitShort(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    /^-[a-z]{2,}$/i.test(text) ? Array.from(text.slice(1)).map((char) => `-${char}`) : [text],
  );
}

/** Commands that write files of a revision into the working tree. */
const writing = new Set(
  'checkout switch reset restore checkout-index read-tree worktree clone stash merge rebase cherry-pick revert apply am pull bisect'.split(
    ' ',
  ),
);

/** Revisions that such a command takes without naming them, besides those in its arguments. */
const usual = ['HEAD', 'HEAD^', 'stash@{0}', 'FETCH_HEAD', '@{upstream}'];

function revisionsIn(texts: readonly string[]): readonly string[] {
  const end = texts.indexOf('--');
  const named = texts.slice(0, end < 0 ? undefined : end).map((text) => text.replace(/^--source=|^-s/, ''));
  return [...usual, ...named.filter((text) => !text.startsWith('-') && text !== '')];
}

/** More files that git may have written than are looked for. */
const maxRestored = 32;

/** Adds what the command line prints of files that git writes, which may be missing when the line is checked. */
export function addRestored(facts: Facts): void {
  const { restored, names, assigned, searches } = facts;
  if (restored.size === 0) return;
  const paths = [...names.keys(), ...assigned.keys()].map(
    (pattern) => `:(top,glob)**/${pattern.slice(pattern.lastIndexOf('/') + 1) || '*'}`,
  );
  if (searches.length > 0) paths.push(':(top)');
  if (paths.length === 0) return;
  for (const revision of ['--cached', ...[...restored].slice(0, maxRestored)])
    facts.addGitRead({
      command: 'grep',
      args: ['-h', '-a', '-e', '', revision, '--', ...new Set(paths)],
      folder: '.',
      isGuess: true,
    });
}
