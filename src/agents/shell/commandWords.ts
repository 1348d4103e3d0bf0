import type { Facts } from './facts.ts';
import {
  type Quiet,
  quietPrograms,
  secretHolders,
  secretPrinters,
  wrappersWithArgument,
} from './programs/programs.data.ts';
import { type Command, TooComplex } from './syntax/commandLine.ts';
import { decodeEscapes } from './syntax/escapes.ts';
import { type Field, fieldOfText, refers } from './syntax/glob.ts';
import { posix } from 'node:path';

/** Words before an assignment that leave it one. */
export const reserved: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'elif',
  'do',
  'while',
  'until',
  '!',
  '{',
]);

/** Parts of a shell for which systems have no program. A file of the same name is another program. */
const builtins =
  /^(?:print|set|export|declare|typeset|readonly|source|eval|history|local|let|complete|bind|alias)$/;

/** Returns the program's name, or undefined. Only a file that is named like a part of the shell keeps its folder. */
export function programOf(fields: readonly Field[]): string | undefined {
  const text = fields[0]?.text;
  if (text === undefined || text === '') return undefined;
  const name = lastPart(text);
  return name !== text && builtins.test(name) ? text : name;
}

/** Returns the part after the last slash of a path; the whole text without a slash, and '' for a slash at the end. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a path names an open descriptor of the process that reads it. */
export function isDescriptor(path: string): boolean {
  return /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/[^/]+\/fd\/\d+)$/.test(path);
}

/** Returns a word before expansion as one text, with `*` for each variable and substitution in it. */
export function textOfWord(word: Command['words'][number]): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '*')).join('');
}

/** Characters of an argument that are compared with `only`, so that the time is linear; no option is longer. */
const maxOption = 256;

/**
 * Whether a program is known to print nothing of the files that its arguments name (programs.data.ts). A program that is
 * not listed may print them.
 *
 * @param name Without its folder.
 */
export function isQuiet(name: string, args: readonly string[]): boolean {
  const quiet = quietProgram(name);
  if (!quiet) return false;
  const prints = quiet.only?.().test(lineOfOptions(args)) === false || quiet.unless?.().test(lineOf(args));
  return prints !== true;
}

/** Whether the messages of a program quote lines of the files that it reads, as those of compilers do. */
export function quotesFiles(name: string): boolean {
  return quietProgram(name)?.quotesLines === true;
}

const lineOf = (args: readonly string[]): string => args.map((arg) => `\n${arg}`).join('');

/**
 * Returns the arguments as one text, each cut to the length of an option and with a line break before it.
 *
 * @throws {TooComplex} for a word of single letters that is longer, of which the last may be the one that counts.
 */
export function lineOfOptions(args: readonly string[]): string {
  if (args.some((arg) => arg.length > maxOption && /^-[a-z]+$/i.test(arg)))
    throw new TooComplex('has an option that is too long');
  return lineOf(args.map((arg) => arg.slice(0, maxOption)));
}

function quietProgram(name: string): Quiet | undefined {
  if (name.includes(' ')) return undefined;
  // The first test makes no text, and most names are in few rows.
  return quietPrograms.find(({ names }) => names.includes(name) && ` ${names} `.includes(` ${name} `));
}

/** Returns the arguments after a wrapper and its options; undefined when it runs nothing. */
export function afterWrapper(
  name: string,
  fields: readonly Field[],
  valued: RegExp,
  facts: Facts,
): readonly Field[] | undefined {
  let at = 1;
  if (name === 'command' && /^-v$/i.test(fields[1]?.text ?? '')) return [fieldOfText('type')];
  while (at < fields.length) {
    const text = fields[at]?.text ?? '';
    const isValued = valued.test(text);
    if (name === 'env' && /^(?:-C|--chdir)/.test(text))
      facts.folders.push((isValued ? fields[at + 1]?.text : text.replace(/^--chdir=|^-C/, '')) ?? '');
    if (text === '--') {
      at++;
      break;
    }
    if (text.startsWith('-')) at += isValued ? 2 : 1;
    else if (/^[A-Z_]\w*=/i.test(text) && name !== 'exec') at++;
    // The output of a substitution sets variables, too.
    else if (name === 'env' && (fields[at]?.isPartial === true || refers(text))) at++;
    else break;
  }
  if (wrappersWithArgument.has(name)) at++;
  return at < fields.length ? fields.slice(at) : undefined;
}

/** Folders at the end of a path; no file of a project is deeper. */
const maxFolders = 32;

/** Adds the ends of a path that has other folders in a container, or that leads to a folder by another name. */
export function addSuffixes(text: string, facts: Facts): void {
  const parts = posix.normalize(text).split('/').slice(-maxFolders);
  for (let from = 1; from < parts.length; from++) facts.addText(parts.slice(from).join('/'));
}

/** Returns what `echo` or `printf` prints, with the escapes and the first placeholders resolved. */
export function printedText(name: string, args: readonly string[]): string {
  const [format = '', ...values] = args.filter(
    (arg, index) => !(index === 0 && /^-[neE]+$/.test(arg)) && arg !== '--',
  );
  const style = name === 'printf' ? 'c' : 'echo';
  if (!format.includes('%')) return decodeEscapes([format, ...values].join(' '), style);
  let next = 0;
  const parts = format.split(/(%(?:%|-?\d*(?:\.\d*)?[a-z]))/i).map((part, at) => {
    if (at % 2 === 0) return decodeEscapes(part, style);
    return part === '%%' ? '%' : decodeEscapes(values[next++] ?? '', 'echo');
  });
  return [...parts, ...values.slice(next).map((value) => decodeEscapes(value, 'echo'))].join('');
}

/** Returns what to do instead of a command that prints secrets from a place that cannot be checked. */
export function secretAdvice(name: string, texts: readonly string[]): string | undefined {
  if (!secretHolders.has(name)) return undefined;
  const line = [name, ...texts].join('\n');
  // Some commands take long texts of people, and print no secret of a store.
  if (texts.length > 200 || line.length > 8_000)
    return /^(?:git\n(?!credential)|gh\n(?!auth\n))/.test(line) ? undefined : 'Shorten the command';
  return secretPrinters.find(([expression]) => expression.test(line))?.[1];
}
