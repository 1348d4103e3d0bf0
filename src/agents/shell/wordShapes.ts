import type { Part, Word } from './syntax.ts';

/** @param text Not empty. */
export function isText(word: Word, text: string): boolean {
  return isUnquoted(word) && textOf(word) === text;
}

export function isUnquoted(word: Word): boolean {
  return word.every((part) => part.kind === 'text' && !part.isQuoted);
}

export function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

export function isAssignment(word: Word | undefined): boolean {
  return (
    word !== undefined && /^[A-Z_]\w*\+?=$/i.test(textOf(word)) && word.every(({ kind }) => kind === 'text')
  );
}

/** Whether the word before a redirection names its descriptor: `2>`, `{fd}<`. */
export function isDescriptor(word: Word): boolean {
  return isUnquoted(word) && /^(?:\d{1,2}|\{\w+\})$/.test(textOf(word));
}

export function isExtendedGlob(part: Part | undefined): boolean {
  return part?.kind === 'text' && !part.isQuoted && /[?*+@!]$/.test(part.text);
}
