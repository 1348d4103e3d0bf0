import {
  expandBraces,
  type Field,
  fieldEnd,
  fieldOfText,
  isGlob,
  literal,
  patternMark,
  unescaped,
} from './syntax/glob.ts';
import { type Part, type Script, TooComplex, type Word } from './syntax/commandLine.ts';
import { refers } from './facts.ts';
import type { Variables } from './variables.ts';

/** What the words of a command line depend on. */
export interface ExpansionContext {
  readonly variables: Variables;
  readonly home: string;
  /** Returns what a script may print, or undefined when that is not known. */
  readonly outputOf: (script: Script) => readonly string[] | undefined;
}

/** More alternatives of one word than the reader follows, where several of its parts have some. */
const maxAlternatives = 4_000;

/** More words than any person writes in braces. */
const maxWords = 1_000;

/** Characters of a word above which it is code or prose, and no name of a file. */
const maxLength = 4_096;

/** Alternatives of such a word. */
const maxLongAlternatives = 64;

/** Characters in all alternatives of a word: sixteen times a whole command line. */
const maxCharacters = 4 * 1024 * 1024;

/** Returns the arguments that a word may become. */
export function expandWord(whole: Word, context: ExpansionContext): readonly Field[] {
  // Quotes without a text between them change nothing.
  const word = whole.length > 1 ? whole.filter((part) => part.kind !== 'text' || part.text !== '') : whole;
  const [first] = word;
  // Most words are one plain text.
  if (word.length === 1 && first?.kind === 'text' && (first.isQuoted || /^[\w./:=@,+%-]*$/.test(first.text)))
    return [fieldOfText(first.text)];
  const isLong =
    word.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0) > maxLength;
  if (isLong && word.some((part) => part.kind === 'text' && !part.isQuoted && /[{*?[]/.test(part.text)))
    throw new TooComplex('has a long word with braces or wildcards');
  let patterns = [''];
  let isPartial = false;
  const variables: string[] = [];
  for (const [at, part] of word.entries()) {
    const found = isOwnProcess(word, at) ? ['self'] : patternsOf(part, context);
    if (part.kind === 'variable') {
      for (const name of shownIn(part)) variables.push(name);
      // `${!name}` is the value of the variable that `name` names.
      if (part.name.startsWith('!'))
        variables.push('!', ...(context.variables.valuesOf(part.name.slice(1)) ?? []));
    }
    if (found === undefined) isPartial = true;
    const next = found ?? ['*'];
    const limit = isLong ? maxLongAlternatives : maxAlternatives;
    patterns = next.length === 1 ? appendAll(patterns, next[0] ?? '') : crossed(patterns, next, limit);
  }
  if (isLong)
    return patterns.map((pattern) => ({ ...fieldOfText(unescaped(pattern)), isPartial, variables }));
  const words = patterns.flatMap(expandBraces);
  if (words.length > maxWords) throw new TooComplex('names more files than can be checked');
  return words
    .flatMap((pattern) => pattern.split(fieldEnd))
    .filter((pattern, _, all) => pattern !== '' || all.length === 1)
    .map((pattern) => {
      // Several unknown parts in a row are one.
      const expanded = (isPartial ? pattern.replaceAll(/(?<!\\)\*{2,}/g, '*') : pattern)
        .replace(/^~(?=\/|$)/, () => literal(context.home))
        .replace(/^~(?:[+-]\d*|\d+)(?=\/|$)/, '.');
      return {
        text: unescaped(expanded),
        pattern: expanded,
        isGlob: isGlob(expanded),
        isPartial,
        variables,
      };
    });
}

/**
 * Whether a part is the number of the shell in `/proc/$$` at the beginning of a word. As any number, it would name the
 * files of all processes of the machine, so that a command was denied for the folder of another program.
 */
function isOwnProcess([first, ...others]: Word, at: number): boolean {
  const [part, next] = others;
  return (
    at === 1 &&
    part?.kind === 'variable' &&
    part.name === '$' &&
    part.rest.length === 0 &&
    first?.kind === 'text' &&
    /^\/+proc\/+$/.test(first.text) &&
    (next === undefined || (next.kind === 'text' && next.text.startsWith('/')))
  );
}

/** Returns the names of the variables whose values `${name…}` may become. */
function shownIn({ name, rest }: Extract<Part, { kind: 'variable' }>): readonly string[] {
  const [first] = rest;
  // `${#name}` is a length, and `${name:+text}` is the text.
  const isHidden = name.startsWith('#') || (first?.kind === 'text' && /^:?\+/.test(first.text));
  const inner = rest.flatMap((part) => (part.kind === 'variable' ? shownIn(part) : []));
  return isHidden ? inner : [name.replace(/^!/, ''), ...inner];
}

function appendAll(patterns: readonly string[], end: string): string[] {
  return patterns.map((pattern) => pattern + end);
}

function crossed(patterns: readonly string[], ends: readonly string[], limit = maxAlternatives): string[] {
  if (patterns.length > 1 && patterns.length * ends.length > limit)
    throw new TooComplex('names more than can be checked');
  const all = patterns.flatMap((pattern) => ends.map((end) => pattern + end));
  if (all.reduce((sum, { length }) => sum + length, 0) > maxCharacters)
    throw new TooComplex('has variables with more text than can be checked');
  return all;
}

function patternsOf(part: Part, context: ExpansionContext): readonly string[] | undefined {
  if (part.kind === 'text') return [part.isQuoted ? literal(part.text) : part.text];
  const printed = part.kind === 'script' ? outputOf(part, context) : valuesOf(part, context);
  if (printed?.length === 0) return undefined;
  return printed?.flatMap((value) => {
    if (value.startsWith(patternMark)) return [value.slice(1)];
    if (part.isQuoted) return [literal(value)];
    return context.variables.split(value).map((text) => text.replaceAll(/[\\{},~]/g, String.raw`\$&`));
  });
}

/** Returns what a substitution may print. Names in the file that `<(…)` stands for are not the name of that file. */
function outputOf(
  { script, isFile }: Extract<Part, { kind: 'script' }>,
  context: ExpansionContext,
): readonly string[] | undefined {
  const printed = context.outputOf(script);
  return isFile ? printed?.filter((text) => !refers(text) && !text.startsWith(patternMark)) : printed;
}

function valuesOf(
  { name, rest }: Extract<Part, { kind: 'variable' }>,
  context: ExpansionContext,
): readonly string[] | undefined {
  const [modifier = ''] = rest.length === 0 ? [''] : crossedRest(rest, context);
  return context.variables.expand(name, modifier);
}

function crossedRest(rest: Word, context: ExpansionContext): string[] {
  let patterns = [''];
  for (const part of rest) patterns = crossed(patterns, patternsOf(part, context) ?? ['*']);
  return patterns;
}
