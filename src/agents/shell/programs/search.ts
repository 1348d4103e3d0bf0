import { addCandidates } from '../candidates.ts';
import type { Facts, FoundSearch } from '../facts.ts';
import type { Field } from '../syntax/glob.ts';
import { searchers } from './programs.data.ts';

/** Options with a value in the next argument. */
const valued: Readonly<Record<'grep' | 'rg', RegExp>> = {
  grep: /^(?:-[efmA-Dd]|--(?:regexp|file|max-count|after-context|before-context|context|include|exclude|exclude-dir|exclude-from|label|binary-files|devices|directories|color))$/,
  rg: /^(?:-[d-gtTABCmMjrE]|-G|--(?:type-add|type-set|type-del|regexp|file|glob|iglob|type|type-not|after-context|before-context|context|max-count|max-columns|max-depth|threads|replace|encoding|sort|sortr|ignore-file|color|colors|ignore|ignore-dir|pager|engine|file-search-regex|max-filesize))$/,
};

/** Several flags in one word, the last with a number that may be the next word. */
const counted: Readonly<Record<'grep' | 'rg', RegExp>> = {
  grep: /^-([^-efDd]+)([ABCm])(\d*)$/,
  rg: /^-([^-d-gtTMjrE]+)([ABCm])(\d*)$/,
};

/** Flags by which a program prints lines that the pattern does not match, or matches more than a line. */
const wideFlags =
  'v --invert-match z --null-data U --multiline --multiline-dotall --passthru --passthrough'.split(' ');

const inverting = ['v', '--invert-match'];

const recursiveFlags = ['r', 'R', '--recursive', '--dereference-recursive'];

/** For these, the option `-f` names no file with patterns. */
const listers = new Set(['ack', 'ack-grep', 'ag', 'pt', 'sift']);

/** The search that a command line runs with a program that looks for a pattern in files. */
export interface AskedSearch {
  readonly operands: readonly Field[];
  readonly search: Omit<FoundSearch, 'path'>;
  readonly isRecursive: boolean;
  readonly isInverted: boolean;
  /** The pattern of `search` for a search that is not inverted. */
  readonly linePattern: string | undefined;
  /** Files with patterns. Programs print them in errors. */
  readonly patternFiles: readonly string[];
}

export function searchOf(program: string, args: readonly Field[]): AskedSearch | undefined {
  const kind = searchers[program] ?? 'grep';
  const patterns: string[] = [];
  const globs: string[] = [];
  const operands: Field[] = [];
  const patternFiles: string[] = [];
  const flags = new Set<string>();
  let context = 0;
  for (let at = 0; at < args.length; at++) {
    const field = args[at];
    if (field === undefined) continue;
    const { text } = field;
    if (text === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!text.startsWith('-') || text === '-') operands.push(field);
    else if (counted[kind].test(text)) {
      const [, letters = '', letter, digits = ''] = counted[kind].exec(text) ?? [];
      for (const char of letters) flags.add(char);
      const count = digits === '' ? args[++at]?.text : digits;
      if (letter !== 'm') context = Math.max(context, Number(count) || 0);
    } else {
      const [option = '', ...inline] = text.startsWith('--') ? text.split('=') : [text];
      const takesNext = inline.length === 0 && valued[kind].test(text);
      const value = takesNext ? (args[++at]?.text ?? '') : inline.join('=');
      readOption(option, value);
    }
  }
  function readOption(option: string, value: string): void {
    if (/^(?:-e|--regexp)$/.test(option)) patterns.push(value);
    else if (/^-e./.test(option)) patterns.push(option.slice(2));
    else if ((kind === 'grep' ? /^-[a-zA-Z]*(?:f|e.)|^--file$/ : /^-f|^--file$/).test(option)) {
      patternFiles.push(value);
      flags.add('--file');
      if (/r/i.test(option)) flags.add('r');
    } else if (/^(?:-g|--i?glob|--include)$/.test(option) || (kind === 'rg' && option === '-G'))
      globs.push(value);
    else if (option === '--exclude') globs.push(`!${value}`);
    else if (/^-[ABC]$|context$/.test(option)) context = Math.max(context, Number(value) || 0);
    else if (/^-[ABC]?\d+$/.test(option)) context = Math.max(context, Number(option.replace(/\D/g, '')));
    else if (option.startsWith('--')) flags.add(option);
    else if (!valued[kind].test(option)) for (const char of option.slice(1)) flags.add(char);
  }
  // The patterns are in a file, or behind other options in one word.
  const isUnknown = flags.has('--file') && !listers.has(program);
  const pattern = patterns.length > 0 || isUnknown ? patterns.join('|') : operands.shift()?.text;
  if (flags.has('--files') || flags.has('--type-list') || pattern === undefined) return undefined;
  return {
    operands,
    patternFiles,
    isRecursive: kind === 'rg' || program === 'rgrep' || recursiveFlags.some((flag) => flags.has(flag)),
    ...searchWith(isUnknown ? undefined : pattern, program, flags, { globs, context }),
  };
}

function searchWith(
  pattern: string | undefined,
  program: string,
  flags: ReadonlySet<string>,
  options: Pick<FoundSearch, 'globs' | 'context'>,
): Pick<AskedSearch, 'isInverted' | 'linePattern' | 'search'> {
  const kind = searchers[program] ?? 'grep';
  const plain = new Set([...flags].filter((flag) => !inverting.includes(flag)));
  const convert = (given: ReadonlySet<string>): string | undefined =>
    pattern === undefined ? undefined : patternOf(pattern, kind, program, given);
  return {
    isInverted: plain.size < flags.size,
    linePattern: convert(plain),
    search: {
      ...options,
      pattern: convert(flags),
      ignoresCase: ignoresCase(program, flags),
      skipsHidden: kind === 'rg' && skipsHidden(program, flags),
    },
  };
}

export function readSearch(program: string, args: readonly Field[], facts: Facts, hasInput = false): void {
  const asked = searchOf(program, args);
  if (!asked) return;
  for (const file of asked.patternFiles) facts.addText(file);
  for (const field of asked.operands)
    addCandidates(field, facts, asked.isRecursive ? undefined : { search: asked.search });
  if (!asked.isRecursive) return;
  for (const path of searchedPaths(asked, hasInput)) facts.searches.push({ path, ...asked.search });
}

/** Without a flag, ag ignores the case of a pattern without capital letters. */
const ignoresCase = (program: string, flags: ReadonlySet<string>): boolean =>
  program === 'ag' || ['i', 'y', '--ignore-case', 'S', '--smart-case'].some((flag) => flags.has(flag));

const skipsHidden = (program: string, flags: ReadonlySet<string>): boolean =>
  !['ack', 'ack-grep', 'sift'].includes(program) &&
  !['.', 'u', 'a', '--hidden', '--unrestricted', '--no-ignore'].some((flag) => flags.has(flag));

/** Returns the patterns of the paths that a search goes through. */
export function searchedPaths({ operands }: AskedSearch, hasInput: boolean): readonly string[] {
  if (operands.length > 0) return operands.map(({ pattern }) => pattern);
  return hasInput ? [] : ['.'];
}

/** Options with which a search prints names of files instead of lines. */
export const listsFiles =
  /\n(?:-[A-KM-Zabd-km-pr-z]*[Llc][A-Za-z]*|--count|--files-with(?:out)?-matches|--name-only)(?:\n|$)/;

/** Returns the pattern in JavaScript's syntax; undefined when every line may match. */
function patternOf(
  pattern: string,
  kind: 'grep' | 'rg',
  program: string,
  flags: ReadonlySet<string>,
): string | undefined {
  if (wideFlags.some((flag) => flags.has(flag))) return undefined;
  const isFixed =
    program === 'fgrep' || ['F', '--fixed-strings', 'Q', '--literal'].some((flag) => flags.has(flag));
  if (isFixed) return pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const isPosix = kind === 'grep' && !flags.has('P') && !flags.has('--perl-regexp');
  // A backslash in brackets is a character there, and `+?` repeats twice.
  if (isPosix && /\[[^\]]*\\|[*+?}][*+?]/.test(pattern)) return undefined;
  const isBasic =
    isPosix && program !== 'egrep' && !['E', '--extended-regexp'].some((flag) => flags.has(flag));
  return isBasic
    ? pattern.replaceAll(/\\?[|(){}+?]/g, (found) => (found.length === 2 ? found.slice(1) : `\\${found}`))
    : pattern;
}

export interface FoundByFind {
  readonly paths: readonly string[];
  /** Patterns of the names; none when every file may be found. */
  readonly globs: readonly string[];
  /** The program that runs on what was found. */
  readonly run: readonly Field[];
}

/** Returns the files that `rg --files` lists; undefined when it searches. */
export function readFileList(args: readonly Field[]): Pick<FoundByFind, 'paths' | 'globs'> | undefined {
  const texts = args.map(({ text }) => text);
  if (!texts.includes('--files')) return undefined;
  const isValue = (at: number): boolean => valued.rg.test(texts[at - 1] ?? '');
  const globs = texts.flatMap((text, at) => {
    const [, inline] = /^(?:--i?glob=|-g)(.+)$/.exec(text) ?? [];
    return inline ?? (/^(?:-g|--i?glob)$/.test(texts[at - 1] ?? '') ? text : []);
  });
  const paths = args.filter(({ text }, at) => !text.startsWith('-') && !isValue(at));
  const showsHidden = texts.some((text) => /^-[a-zA-Z]*[.u]|^--(?:hidden|unrestricted|no-ignore)/.test(text));
  const wanted = globs.map(
    (glob) => (glob.startsWith('!') ? '!' : '') + (glob.replace(/^!?(?:.*\/)?/, '') || '*'),
  );
  return {
    paths: paths.length === 0 ? ['.'] : paths.map(({ pattern }) => pattern),
    globs: wanted.some((glob) => !glob.startsWith('!')) || showsHidden ? wanted : ['[!.]*', ...wanted],
  };
}

export function readFind(name: string, args: readonly Field[]): FoundByFind {
  return name === 'find' ? findOf(args) : fdOf(args);
}

function findOf(args: readonly Field[]): FoundByFind {
  const first = args.findIndex(({ text }) => /^[-(!]/.test(text));
  const paths = args.slice(0, first < 0 ? undefined : first).map(({ pattern }) => pattern);
  const globs: string[] = [];
  let run: readonly Field[] = [];
  for (let at = Math.max(0, first); at < args.length; at++) {
    const text = args[at]?.text ?? '';
    const isNegated = /^(?:!|-not)$/.test(args[at - 1]?.text ?? '');
    if (/^-i?name$/.test(text)) globs.push((isNegated ? '!' : '') + (args[at + 1]?.text ?? ''));
    else if (/^-i?(?:path|wholename)$/.test(text) && !isNegated)
      globs.push((args[at + 1]?.text ?? '').replace(/^.*\//, ''));
    else if (/^-i?regex$/.test(text) && !isNegated)
      globs.push((args[at + 1]?.text ?? '').replace(/^.*\W(?=\w*\$?$)/, '*').replace(/\$$/, ''));
    else if (/^-(?:exec|execdir|ok|okdir)$/.test(text)) {
      const end = args.findIndex((field, index) => index > at && (field.text === ';' || field.text === '+'));
      run = args.slice(at + 1, end < 0 ? undefined : end).filter((field) => field.text !== '{}');
      at = end < 0 ? args.length : end;
    }
  }
  return {
    paths: paths.length === 0 ? ['.'] : paths,
    globs: isOpen(args) ? [] : globs.filter((glob) => !/^!?$/.test(glob)),
    run,
  };
}

/** Whether one of several alternatives of `find` asks for no name, or excludes one. */
function isOpen(args: readonly Field[]): boolean {
  const line = args.map(({ text }) => text).join('\n');
  const alternatives = line.split(/\n-or?\n/);
  return (
    alternatives.length > 1 &&
    alternatives.some(
      (text) => !/-i?(?:name|path|wholename|regex)\n/.test(text) || /(?:^|\n)(?:!|-not)\n/.test(text),
    )
  );
}

function fdOf(args: readonly Field[]): FoundByFind {
  const start = args.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text));
  const run = start < 0 ? [] : args.slice(start + 1).filter(({ text }) => !/^\{[./]*\}$|^;$/.test(text));
  const own = start < 0 ? args : args.slice(0, start);
  const operands = own.filter(
    ({ text }, index) => !text.startsWith('-') && !/^-[edtE]$/.test(own[index - 1]?.text ?? ''),
  );
  const endings = own.flatMap(({ text }, at) => {
    const [, inline] = /^(?:-e|--extension=)(.+)$/.exec(text) ?? [];
    return inline ?? (/^(?:-e|--extension)$/.test(own[at - 1]?.text ?? '') ? text : []);
  });
  const [pattern, ...paths] = operands.map(({ text }) => text);
  const core = (pattern ?? '').replaceAll(/\\(.)/g, '$1').replace(/^\^/, '').replace(/\$$/, '');
  const isPlain = core !== '' && /^[\w.\-*?]+$/.test(core);
  return {
    paths: paths.length === 0 ? ['.'] : paths,
    globs: [...endings.map((end) => `*.${end}`), ...(isPlain ? [`*${core}*`] : [])],
    run,
  };
}
