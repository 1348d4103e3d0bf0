import { addCandidates } from '../candidates.ts';
import { isQuiet, lastPart, programOf } from '../commandWords.ts';
import type { Resolver } from '../resolver.ts';
import { type Command, TooComplex } from '../syntax/commandLine.ts';
import { type Field, fieldOfOutput, fieldOfText } from '../syntax/glob.ts';
import { interpreters, printers, searchers, shells, takesNames } from './programs.data.ts';
import { readFind, readSearch } from './search.ts';

/** Code that opens a file, or runs a program, whose name it does not contain as a text. */
const opens =
  /getline[^;}\n]{0,40}<[\s(]*[$\w]|\|\s*getline|\|\s*["'](?:\S*\/)?(?:xargs|(?:ba|da|k|z)?sh)\b|\b(?:system|popen|spawn\w*|exec\w*|qx|subprocess|check_output)\b|`|\b(?:open|file)[\s(][^'"`;)]{0,40}[$\w]|\b(?:File|IO|Path|Deno)[.(]|(?:readFile\w*|file_get_contents|read_text|slurp)\s*\(\s*[^'"`\s)]/;

/** Matches places in code that read a file or run a program, but not those that open a file to write it. */
const reading =
  /\bopen\b(?!\([^()'"]{0,80},\s*['"][wax])|readFile|read_text|\bFile\.|\bIO\.|file_get_contents|\bfile\(|slurp|readlines|\bPath\(|\b(?:system|popen|spawn|exec|subprocess)/g;

/** Characters of code: half of what Linux accepts as one argument. */
const maxCode = 64 * 1024;

/**
 * Returns whether an interpreter takes names of files from the files that its arguments name: `lines` when it reads their
 * lines as its input, and `code` when its code names the file with the list.
 *
 * @throws {TooComplex} for code that is too long to be looked at in time.
 */
function takesListed(name: string, args: readonly string[]): 'lines' | 'code' | undefined {
  const code = args.filter((text) => /[\s('"`=$]/.test(text)).join('\n');
  if (code.length > maxCode) throw new TooComplex('has code with more than 64 KiB');
  if (!opens.test(code)) return undefined;
  const isAwk = name.endsWith('awk');
  const readsLines =
    isAwk ||
    args.some((text) => /^-[a-z\d]*[np]/i.test(text)) ||
    /<>|<ARGV>|ARGF|fileinput|\bgets\b/.test(code);
  if (readsLines) return 'lines';
  return (code.match(reading)?.length ?? 0) > 1 ? 'code' : undefined;
}

/** An option with a file that lists names of files. */
const listOption = /^(?:-T|--files-from=?|--files0-from=?)(.*)$/;

/** Programs of which the options, written as one word, may take such a file with a `T`. */
const tars = new Set(['tar', 'gtar', 'bsdtar']);

/** Whether an argument is a word of options with a `T`. */
function isCluster(text: string, at: number): boolean {
  return at === 0 ? /^-?[a-zA-Z]*T/.test(text) : /^-[a-zA-Z]+T/.test(text);
}

/** Different words of code, of which each may be the name of a file with a list. */
const maxListed = 2_000;

export function readXargs(
  args: readonly Field[],
  input: readonly string[] | undefined,
  { redirects }: Command,
  resolver: Resolver,
): void {
  const { state } = resolver;
  const valued = /^-(?:[InPLsEda]|-(?:max-args|max-procs|replace|delimiter|arg-file|jobs))$/;
  let at = 0;
  while (at < args.length && args[at]?.text.startsWith('-')) at += valued.test(args[at]?.text ?? '') ? 2 : 1;
  const run = args.slice(at);
  const [program = fieldOfText('echo'), ...rest] = resolver.unwrapped(run);
  const texts = rest.map(({ text }) => text);
  // GNU parallel takes files with arguments behind the word of colons.
  const colons = args.findIndex(({ text }) => text === '::::');
  const lists = args.flatMap((field, index) => {
    const isList = (colons >= 0 && index > colons) || /^(?:-a|--arg-file)$/.test(args[index - 1]?.text ?? '');
    return isList ? field : (/^--arg-file=(.+)$/.exec(field.text)?.slice(1).map(fieldOfText) ?? []);
  });
  // `echo` prints the list itself.
  if (['echo', 'printf', '::::'].includes(lastPart(program.text)))
    for (const field of lists) addCandidates(field, state.facts);
  if (!isQuiet(lastPart(program.text), texts))
    resolver.addLists([
      ...lists,
      ...redirects.flatMap(({ operator, target }) => (operator === '<' ? resolver.expand(target) : [])),
    ]);
  const given = (input ?? []).flatMap((text) => text.split(/[\s\0]+/)).filter((text) => text !== '');
  const all = [...(run.length === 0 ? [program] : run), ...given.map(fieldOfOutput)];
  state.next.push(resolver.unwrapped(all));
}

export function readLists(
  name: string,
  args: readonly Field[],
  input: readonly string[],
  resolver: Resolver,
): void {
  const { state } = resolver;
  if (name === 'diff' && args.some(({ text }) => /^-[a-zA-Z]*r|^--recursive$/.test(text)))
    for (const { text, pattern } of args)
      if (!text.startsWith('-')) state.facts.searches.push({ path: pattern });
  if (tars.has(name) && args.some(({ text }, at) => isCluster(text, at))) resolver.addLists(args.slice(1));
  else if (!takesNames.has(name) && !args.some(({ text }) => listOption.test(text))) return;
  for (const text of input)
    for (const file of text.split('\n')) addCandidates(fieldOfOutput(file), state.facts);
  for (const [at, { text }] of args.entries()) {
    const [option, value] = listOption.exec(text) ?? [];
    if (option !== undefined) resolver.addLists(value ? [fieldOfText(value)] : args.slice(at + 1, at + 2));
  }
}

/**
 * Counts the names in files from which an interpreter takes them.
 *
 * @throws {TooComplex} for code with more words than can be looked for.
 */
export function readListsOfCode(name: string, args: readonly Field[], resolver: Resolver): void {
  const listed = takesListed(
    name,
    args.map(({ text }) => text),
  );
  if (listed !== undefined) resolver.addLists(args);
  if (listed !== 'code') return;
  const words = new Set(args.flatMap(({ text }) => text.match(/[\w./~-]+/g) ?? []));
  if (words.size > maxListed) throw new TooComplex('has code that reads more files than can be checked');
  resolver.addLists([...words].map(fieldOfText));
}

export function runFound(name: string, args: readonly Field[], resolver: Resolver): void {
  const { state } = resolver;
  const found = readFind(name, args);
  if (found.run.length === 0) return;
  const inner = resolver.unwrapped(found.run);
  const program = programOf(inner);
  if (program === undefined) return;
  if (Object.hasOwn(searchers, program)) {
    if (isQuiet(program, inner.map(({ text }) => text).slice(1))) return;
    const before = state.facts.searches.length;
    readSearch(program, [...inner.slice(1), fieldOfText('-r')], state.facts);
    const [search] = state.facts.searches.splice(before);
    for (const path of found.paths)
      state.facts.searches.push({ ...search, path, globs: found.globs, skipsHidden: false });
    return;
  }
  state.next.push(inner);
  if (isQuiet(program, inner.map(({ text }) => text).slice(1))) return;
  if (found.globs.length > 0 || printers.has(program) || shells.has(program) || interpreters.has(program))
    for (const path of found.paths) state.facts.searches.push({ path, globs: found.globs });
}
