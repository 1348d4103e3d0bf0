import { programOf, textOfWord } from '../commandWords.ts';
import type { Facts, Shown } from '../facts.ts';
import { type Field, fieldOfText, literal } from '../syntax/glob.ts';
import type { Resolver } from '../resolver.ts';
import type { Command, Script, Word } from '../syntax/commandLine.ts';

/** Options and programs with which a filter prints no more of a line `NAME=value` than the part before the sign. */
const shapes: Readonly<Record<string, (options: readonly string[]) => boolean>> = {
  cut: (options) =>
    /^(?:-s )?-d ?= (?:-s )?-f ?1(?: -s)?$|^(?:-s )?-f ?1 (?:-s )?-d ?=(?: -s)?$/.test(options.join(' ')),
  awk: isAwkOfNames,
  gawk: isAwkOfNames,
  mawk: isAwkOfNames,
  grep: (options) => options.length > 1 && isSearchOfNames(options.at(-1) ?? '', options.slice(0, -1)),
  sed: isSedOfNames,
};

/** How many words before the files belong to the options, with the program or the pattern. */
function optionsOf(name: string, texts: readonly string[]): number {
  const first = texts.findIndex((text, at) => !text.startsWith('-') && !/^-[dfF]$/.test(texts[at - 1] ?? ''));
  const count = first < 0 ? texts.length : first;
  return name === 'cut' ? count : Math.min(texts.length, count + 1);
}

function isAwkOfNames(options: readonly string[]): boolean {
  // A pattern before the action only leaves lines out.
  return /^-F ?= (?:!?\/[^/\\]*\/|NF)? ?\{ ?print \$1;? ?\}$/.test(options.join(' '));
}

function isSearchOfNames(pattern: string, flags: readonly string[]): boolean {
  const letters = flags.map((flag) => flag.replace(/^-/, '')).join('');
  return (
    /^[oEPhai]+$/.test(letters) &&
    letters.includes('o') &&
    flags.every((flag) => /^-[a-z]+$/i.test(flag)) &&
    /^\^(?:\[[\w-]+\]){0,2}(?:\[[\w-]+\]|\[\^=\]|\\w)[*+]=?$/.test(pattern)
  );
}

function isSedOfNames(options: readonly string[]): boolean {
  const [code = '', ...flags] = options.toReversed();
  if (!flags.every((flag) => /^-[Er]$/.test(flag))) return false;
  // In the basic dialect, `+` is a character of the line.
  const [, repetition] = /^s([/|#,])=\.([*+])\$?\1=?[\w *.<>[\]()-]*\1g?$/.exec(code)?.slice(1) ?? [];
  return repetition === '*' || (repetition === '+' && flags.length > 0);
}

/** Programs that print only what they get and write nothing, with the options that keep it so. */
const plainPrograms: readonly (readonly [names: string, options: RegExp])[] = [
  ['head tail wc diff comm cat tr nl column echo cd ls true test [ grep egrep fgrep cut', /./],
  ['sort uniq', /^-[bdf-iMnRrVuzc\d]+$/],
];

/**
 * Notes the files of which a command prints no more than the names of variables, as `cut -d= -f1 .env` does.
 *
 * @param next The command that gets the output.
 * @returns Whether the command is one of these. The files count as printed where `isPlain` is false.
 */
export function keepNamesOnly(
  name: string,
  args: readonly Field[],
  next: Command | undefined,
  resolver: Resolver,
): boolean {
  const files = filesOf(name, args) ?? passedOn(name, args, next, resolver);
  // awk takes an operand with an equals sign for an assignment.
  if (files?.every(({ isGlob, isPartial, text }) => !isGlob && !isPartial && !/^-$|=/.test(text)) !== true)
    return false;
  for (const { text } of files) resolver.state.facts.addName(literal(text), false, 'names');
  return true;
}

/** Returns the files of a filter that prints names; none when it filters its input, undefined for another program. */
function filesOf(name: string, args: readonly Field[]): readonly Field[] | undefined {
  const count = optionsOf(
    name,
    args.map(({ text }) => text),
  );
  const options = args.slice(0, count).map(({ text }) => text);
  if (args.slice(count).some(({ text }) => text.startsWith('-'))) return undefined;
  return Object.hasOwn(shapes, name) && shapes[name]?.(options) === true ? args.slice(count) : undefined;
}

/** Returns the files of which a program passes whole lines to a filter that prints names. */
function passedOn(
  name: string,
  args: readonly Field[],
  next: Command | undefined,
  resolver: Resolver,
): readonly Field[] | undefined {
  if (next?.isPiped !== true || next.group !== undefined) return undefined;
  const run = resolver.unwrapped(resolver.fieldsOf(next));
  if (filesOf(programOf(run) ?? '', run.slice(1))?.length !== 0) return undefined;
  const texts = args.map(({ text }) => text);
  const isLines =
    name === 'cat' || (name === 'grep' && texts.length > 1 && /^(?:-[vEPih]+ )*[^-\s]/.test(texts.join(' ')));
  const files = args.filter(({ text }) => !text.startsWith('-'));
  return isLines && (name === 'grep' || files.length === args.length)
    ? files.slice(name === 'grep' ? 1 : 0)
    : undefined;
}

/**
 * Notes the files of which a command prints the lines from one number to another.
 *
 * @returns Whether the command is one of these. The files count as a whole where `isPlain` is false.
 */
export function keepLines(name: string, args: readonly Field[], facts: Facts): boolean {
  const found = linesOf(
    name,
    args.map(({ text }) => text),
  );
  const files = found ? args.slice(found.count) : [];
  if (found === undefined || files.length === 0 || files.some(({ text }) => text.startsWith('-')))
    return false;
  for (const { pattern, isGlob } of files) facts.addName(pattern, isGlob, found.shown);
  return true;
}

/** Returns the lines that a command prints of each file, and how many words stand before the files. */
function linesOf(
  name: string,
  texts: readonly string[],
): { readonly count: number; readonly shown: Shown } | undefined {
  const line = texts.slice(0, 2).join(' ');
  if (name === 'sed') {
    const [, from = '', to = from] = /^-n (\d+)(?:,(\d+))?p$/.exec(line) ?? [];
    return from === '' || texts.length !== 3
      ? undefined
      : { count: 2, shown: { from: Number(from) - 1, to: Number(to) } };
  }
  if (name !== 'head' && name !== 'tail') return undefined;
  const [option = '', given = '10'] = /^(?:-n ?|--lines=|-)(\d+)(?= |$)/.exec(line) ?? [];
  if (option === '' && line.startsWith('-')) return undefined;
  const number = Number(given);
  return {
    count: option === '' ? 0 : option.split(' ').length,
    // The text behind the last line break is one more.
    shown: name === 'head' ? { from: 0, to: number } : { from: -1 - number, to: Number.MAX_SAFE_INTEGER },
  };
}

/**
 * Whether a command line consists of programs that only filter what they get. Any other one might use the names, as
 * `printenv` does with those of variables, or change the files before they are read.
 */
export function isPlain(script: Script): boolean {
  return script.every((command, at) => {
    if (
      command.isFunction ||
      !command.redirects.every((each) => isPlainRedirect(each, at === script.length - 1))
    )
      return false;
    if (command.group) return isPlain(command.group);
    return command.words.every(isPlainWord) && isPlainRun(command.words.map(textOfWord));
  });
}

function isPlainRun([name = '', ...args]: readonly string[]): boolean {
  if (filesOf(name, args.map(fieldOfText)) !== undefined || linesOf(name, args) !== undefined) return true;
  const [, options] = plainPrograms.find(([names]) => ` ${names} `.includes(` ${name} `)) ?? [];
  return options !== undefined && args.every((arg) => options.test(arg));
}

function isPlainWord(word: Word): boolean {
  return word.every(
    (part) => part.kind === 'text' || (part.kind === 'script' && part.isFile && isPlain(part.script)),
  );
}

/** The last command may write a file: none of the others reads it after that. */
function isPlainRedirect({ operator, target }: Command['redirects'][number], isLast: boolean): boolean {
  const text = textOfWord(target);
  return (
    target.every((part) => part.kind === 'text') &&
    (operator !== '>' || text === '/dev/null' || (isLast && /^[\w.-]+$/.test(text)))
  );
}
