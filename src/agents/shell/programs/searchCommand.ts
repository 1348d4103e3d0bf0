import { addCandidates } from '../candidates.ts';
import type { Field } from '../expand.ts';
import type { Facts } from '../facts.ts';
import { searchers } from './programs.data.ts';

/** Options with a value in the next argument. */
const valued: Readonly<Record<'grep' | 'rg', RegExp>> = {
  grep: /^(?:-[efmA-Dd]|--(?:regexp|file|max-count|after-context|before-context|context|include|exclude|exclude-dir|exclude-from|label|binary-files|devices|directories|color))$/,
  rg: /^(?:-[d-gtTABCmMjrE]|-G|--(?:type-add|type-set|type-del|regexp|file|glob|iglob|type|type-not|after-context|before-context|context|max-count|max-columns|max-depth|threads|replace|encoding|sort|sortr|ignore-file|color|colors|ignore|ignore-dir|pager|engine|file-search-regex|max-filesize))$/,
};

/** For these, the option `-f` names no file with patterns. */
const listers = new Set(['ack', 'ack-grep', 'ag', 'pt', 'sift']);

/** Adds what a program prints that searches files for a pattern. */
export function readSearch(program: string, args: readonly Field[], facts: Facts, hasInput = false): void {
  const kind = searchers[program] ?? 'grep';
  const patterns: string[] = [];
  const globs: string[] = [];
  const operands: Field[] = [];
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
    else {
      const [option = '', ...inline] = text.startsWith('--') ? text.split('=') : [text];
      const takesNext = inline.length === 0 && valued[kind].test(text);
      const value = takesNext ? (args[++at]?.text ?? '') : inline.join('=');
      readOption(kind, option, value);
    }
  }
  function readOption(of: 'grep' | 'rg', option: string, value: string): void {
    if (/^(?:-e|--regexp)$/.test(option)) patterns.push(value);
    else if (/^-e./.test(option)) patterns.push(option.slice(2));
    else if ((of === 'grep' ? /^-[a-zA-Z]*(?:f|e.)|^--file$/ : /^-f|^--file$/).test(option)) {
      facts.addText(value);
      flags.add('--file');
      if (/r/i.test(option)) flags.add('r');
    } else if (/^(?:-g|--i?glob|--include)$/.test(option) || (of === 'rg' && option === '-G'))
      globs.push(value);
    else if (/^-[ABC]$|context$/.test(option)) context = Math.max(context, Number(value) || 0);
    else if (/^-[ABC]?\d+$/.test(option)) context = Math.max(context, Number(option.replace(/\D/g, '')));
    else if (option.startsWith('--')) flags.add(option);
    else if (!valued[of].test(option)) for (const char of option.slice(1)) flags.add(char);
  }
  // The patterns are in a file, or behind other options in one word.
  const isUnknown = flags.has('--file') && !listers.has(program);
  const pattern = patterns.length > 0 || isUnknown ? patterns.join('|') : operands.shift()?.text;
  if (flags.has('--files') || flags.has('--type-list') || pattern === undefined) return;
  const isRecursive =
    kind === 'rg' ||
    program === 'rgrep' ||
    ['r', 'R', '--recursive', '--dereference-recursive'].some((flag) => flags.has(flag));
  for (const field of operands) addCandidates(field, facts);
  if (!isRecursive || (operands.length === 0 && hasInput)) return;
  const search = {
    pattern: isUnknown ? undefined : patternOf(pattern, kind, program, flags),
    globs: globs.filter((glob) => !glob.startsWith('!')),
    ignoresCase: flags.has('i') || flags.has('--ignore-case') || flags.has('S') || flags.has('--smart-case'),
    context,
    skipsHidden:
      kind === 'rg' &&
      !['ack', 'ack-grep', 'sift'].includes(program) &&
      !['.', 'u', 'a', '--hidden', '--unrestricted', '--no-ignore'].some((flag) => flags.has(flag)),
  };
  for (const path of operands.length === 0 ? ['.'] : operands.map((field) => field.pattern))
    facts.searches.push({ path, ...search });
}

/** Returns the pattern in JavaScript's syntax; undefined when every line may match. */
function patternOf(
  pattern: string,
  kind: 'grep' | 'rg',
  program: string,
  flags: ReadonlySet<string>,
): string | undefined {
  if (flags.has('v') || flags.has('--invert-match')) return undefined;
  const isFixed =
    program === 'fgrep' || ['F', '--fixed-strings', 'Q', '--literal'].some((flag) => flags.has(flag));
  if (isFixed) return pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const isBasic =
    kind === 'grep' &&
    program !== 'egrep' &&
    !['E', 'P', '--extended-regexp', '--perl-regexp'].some((flag) => flags.has(flag));
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
  const wanted = globs
    .filter((glob) => !glob.startsWith('!'))
    .map((glob) => glob.replace(/^.*\//, '') || '*');
  return {
    paths: paths.length === 0 ? ['.'] : paths.map(({ pattern }) => pattern),
    globs: wanted.length > 0 || showsHidden ? wanted : ['[!.]*'],
  };
}

/** Returns what `find` or `fd` looks for. */
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
    if (/^-i?name$/.test(text) && !isNegated) globs.push(args[at + 1]?.text ?? '');
    else if (/^-i?(?:path|wholename)$/.test(text) && !isNegated)
      globs.push((args[at + 1]?.text ?? '').replace(/^.*\//, ''));
    else if (/^-(?:exec|execdir|ok|okdir)$/.test(text)) {
      const end = args.findIndex((field, index) => index > at && (field.text === ';' || field.text === '+'));
      run = args.slice(at + 1, end < 0 ? undefined : end).filter((field) => field.text !== '{}');
      at = end < 0 ? args.length : end;
    }
  }
  return { paths: paths.length === 0 ? ['.'] : paths, globs: globs.filter((glob) => glob !== ''), run };
}

function fdOf(args: readonly Field[]): FoundByFind {
  const start = args.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text));
  const run = start < 0 ? [] : args.slice(start + 1).filter(({ text }) => !/^\{[./]*\}$|^;$/.test(text));
  const own = start < 0 ? args : args.slice(0, start);
  const operands = own.filter(
    ({ text }, index) => !text.startsWith('-') && !/^-[edtE]$/.test(own[index - 1]?.text ?? ''),
  );
  const [pattern, ...paths] = operands.map(({ text }) => text);
  const core = (pattern ?? '').replaceAll(/\\(.)/g, '$1').replace(/^\^/, '').replace(/\$$/, '');
  const isPlain = core !== '' && /^[\w.\-*?]+$/.test(core);
  return { paths: paths.length === 0 ? ['.'] : paths, globs: isPlain ? [`*${core}*`] : [], run };
}
