import { ch, isBlank, isDigit, isLetter, isLineEnd, isLower, isUpper } from '../characters.ts';
import type { Candidate, Source } from '../candidates/candidate.ts';
import { wordsOf } from '../candidates/publicNames.ts';

/** Buckets of the hashed feature space. Collisions cost little accuracy, and the table is a part of every bundle. */
export const buckets = 1 << 15;

/** Characters of context read on each side. */
const contextBefore = 48;
const contextAfter = 32;
const longestJudged = 64;

/** Feature families. The number is part of the hash, so that `key` as a name and `key` before it are two features. */
const family = {
  bias: 1,
  valueGram: 2,
  shapeGram: 3,
  shape: 4,
  length: 5,
  variety: 6,
  nameWord: 7,
  nameGram: 8,
  nameEnd: 9,
  between: 10,
  before: 11,
  beforeWord: 12,
  after: 13,
  afterWord: 14,
  syntax: 15,
  extension: 16,
  nameByShape: 17,
  kindByLength: 18,
  echo: 19,
  lineStart: 20,
  nameByLength: 21,
  hexadecimal: 22,
  shapeByKind: 23,
  scatter: 24,
  words: 25,
  nameByWords: 26,
} as const;

/** Collects feature indices. One instance is reused, because features are computed for every candidate. */
export class FeatureSet {
  readonly indices = new Uint32Array(1024);
  size = 0;

  add(group: number, hash: number): void {
    if (this.size === this.indices.length) return;
    let h = Math.imul(hash ^ Math.imul(group, 0x9e3779b1), 0x85ebca6b);
    h ^= h >>> 13;
    h = Math.imul(h, 0xc2b2ae35);
    this.indices[this.size++] = (h ^ (h >>> 16)) & (buckets - 1);
  }
}

const seed = 0x811c9dc5;
const step = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

function hashOf(text: string): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = step(hash, text.charCodeAt(i));
  return hash;
}

const fold = (code: number): number => (isUpper(code) ? code + 32 : code);

/** Returns the class of a letter or digit, and every other character unchanged. */
function shapeOf(code: number): number {
  if (isLower(code)) return 97;
  if (isUpper(code)) return 65;
  if (isDigit(code)) return 48;
  return code < 128 ? code : 128;
}

/** Characters of a text that is marked at both ends. One instance per use is filled again for every candidate. */
class MarkedText {
  /** Longer than every value that is judged and every name. */
  readonly codes = new Uint16Array(512);
  length = 0;

  push(code: number): void {
    this.codes[this.length++] = code;
  }

  clear(): void {
    this.length = 0;
    this.push(mark);
  }
}

const mark = 1;
const foldedText = new MarkedText();
const shapeText = new MarkedText();

function grams(
  set: FeatureSet,
  group: number,
  { codes, length }: MarkedText,
  from: number,
  to: number,
): void {
  for (let i = 0; i < length; i++) {
    let hash = seed;
    for (let n = 1; n <= to && i + n <= length; n++) {
      hash = step(hash, codes[i + n - 1] ?? 0);
      if (n >= from) set.add(group, Math.imul(hash, n));
    }
  }
}

/** By character, the number of the count that saw it last: nothing has to be cleared between two counts. */
const seenIn = new Uint32Array(128);
let counts = 0;

function countDistinct({ codes, length }: MarkedText): number {
  counts++;
  let distinct = 0;
  for (let i = 0; i < length; i++) {
    const code = codes[i] ?? 0;
    if (code < 128 ? seenIn[code] === counts : codes.indexOf(code) < i) continue;
    if (code < 128) seenIn[code] = counts;
    distinct++;
  }
  return distinct;
}

const lengthClass = (length: number): number =>
  length <= 24 ? length : 24 + Math.floor(Math.log2(length / 24) * 4);

function addValue(set: FeatureSet, value: string, kind: number): number {
  foldedText.clear();
  shapeText.clear();
  let collapsed = seed;
  let run = 0;
  let last = 0;
  let switches = 0;
  let hex = true;
  const judged = Math.min(value.length, longestJudged);
  for (let i = 0; i < judged; i++) {
    const code = value.charCodeAt(i);
    const shape = shapeOf(code);
    foldedText.push(fold(code));
    shapeText.push(shape);
    if (shape === last) run++;
    else {
      collapsed = step(step(collapsed, last), Math.min(run, 9));
      switches++;
      run = 1;
      last = shape;
    }
    if (!isDigit(code) && !(fold(code) >= 97 && fold(code) <= 102)) hex = false;
  }
  collapsed = step(step(collapsed, last), Math.min(run, 9));
  foldedText.push(mark);
  shapeText.push(mark);
  grams(set, family.valueGram, foldedText, 1, 4);
  grams(set, family.shapeGram, shapeText, 3, 4);
  const length = lengthClass(value.length);
  const distinct = countDistinct(foldedText);
  const classes = classesOf(shapeText);
  set.add(family.shape, collapsed);
  set.add(family.length, length * 32 + classes);
  set.add(family.variety, lengthClass(judged) * 64 + distinct);
  set.add(family.kindByLength, kind * 64 + length);
  set.add(family.scatter, Math.round((switches / judged) * 8) * 64 + Math.min(length, 40));
  if (hex) set.add(family.hexadecimal, value.length * 4 + (classes & 3));
  set.add(family.shapeByKind, kind * 32 + classes);
  return collapsed;
}

function classesOf({ codes, length }: MarkedText): number {
  let classes = 0;
  for (let i = 0; i < length; i++) {
    const shape = codes[i] ?? mark;
    classes |=
      shape === 97 ? 1 : shape === 65 ? 2 : shape === 48 ? 4 : shape === mark ? 0 : shape === 32 ? 16 : 8;
  }
  return classes;
}

/** Returns the hash of the last word of the name. */
function addName(set: FeatureSet, candidate: Candidate, words: readonly string[], shape: number): number {
  foldedText.clear();
  for (let i = 0; i < candidate.name.length; i++) foldedText.push(fold(candidate.name.charCodeAt(i)));
  foldedText.push(mark);
  grams(set, family.nameGram, foldedText, 3, 5);
  for (const word of words) set.add(family.nameWord, hashOf(word));
  const end = hashOf(words.at(-1) ?? '');
  set.add(family.nameEnd, step(end, hashOf(words.at(-2) ?? '')));
  set.add(family.nameByShape, step(end, shape));
  set.add(family.nameByLength, step(end, lengthClass(candidate.end - candidate.start)));
  return end;
}

const shortestWord = 3;

/** Adds how many words a value has and what joins them, because the model knows no words of passphrases. */
function addWordCount(set: FeatureSet, value: string, nameEnd: number): void {
  let words = 0;
  let letters = 0;
  let joint = 0;
  let others = 0;
  for (let i = 0; i <= value.length && i <= longestJudged; i++) {
    const code = i < longestJudged ? value.charCodeAt(i) : NaN;
    if (isLetter(code) && !(isUpper(code) && isLower(value.charCodeAt(i - 1)))) {
      letters++;
      continue;
    }
    if (letters >= shortestWord) words++;
    else if (letters > 0) others++;
    letters = isLetter(code) ? 1 : 0;
    if (letters > 0 || Number.isNaN(code)) continue;
    if (isDigit(code)) others++;
    else joint = joint === 0 || joint === code ? code : mixedJoint;
  }
  if (words < 2) return;
  const form = ((joint * 16 + Math.min(words, 9)) * 4 + Math.min(others, 3)) | 0;
  set.add(family.words, form);
  set.add(family.nameByWords, step(nameEnd, form));
}

/** Several characters join the words. */
const mixedJoint = 2;

/** Adds the words and the nearest characters before the name and behind the value, on the same line. */
function addContext(set: FeatureSet, text: string, candidate: Candidate): void {
  let hash = seed;
  let word = seed;
  let letters = 0;
  const first = Math.max(0, candidate.nameStart - contextBefore);
  for (let i = candidate.nameStart - 1; i >= first - 1; i--) {
    const code = i < first ? ch.newline : fold(text.charCodeAt(i));
    const distance = candidate.nameStart - i;
    if (isLetter(code)) {
      word = step(word, code);
      letters++;
    } else if (letters > 0) {
      set.add(family.beforeWord, word);
      word = seed;
      letters = 0;
    }
    if (isLineEnd(code)) break;
    if (distance <= 4) set.add(family.before, (hash = step(hash, isDigit(code) ? 48 : code)));
  }
  hash = word = seed;
  letters = 0;
  const last = Math.min(text.length, candidate.end + contextAfter);
  for (let i = candidate.end; i <= last; i++) {
    const code = i === last ? ch.newline : fold(text.charCodeAt(i));
    if (isLetter(code)) {
      word = step(word, code);
      letters++;
    } else if (letters > 0) {
      set.add(family.afterWord, word);
      word = seed;
      letters = 0;
    }
    if (i - candidate.end < 4) set.add(family.after, (hash = step(hash, isDigit(code) ? 48 : code)));
    if (isLineEnd(code)) break;
  }
}

function addSyntax(set: FeatureSet, text: string, candidate: Candidate, extension: string): void {
  const kind = hashOf(candidate.kind);
  const file = hashOf(extension);
  set.add(family.syntax, step(kind, candidate.quote));
  set.add(family.extension, file);
  set.add(family.extension, step(step(file, kind), candidate.quote));
  let between = kind;
  const from = candidate.nameStart + candidate.name.length;
  const to = Math.min(candidate.start, from + 24);
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (isBlank(code) && isBlank(text.charCodeAt(i - 1))) continue;
    between = step(between, code);
  }
  set.add(family.between, between);
  let line = candidate.nameStart;
  const first = Math.max(0, line - 120);
  while (line > first && !isLineEnd(text.charCodeAt(line - 1))) line--;
  while (line < candidate.nameStart && isBlank(text.charCodeAt(line))) line++;
  set.add(family.lineStart, step(step(seed, text.charCodeAt(line)), text.charCodeAt(line + 1)));
}

/** Adds features for a value that repeats a word of its name (`password: "my-password"`), and for its share of vowels. */
function addEcho(set: FeatureSet, value: string, words: readonly string[]): void {
  const folded = value.toLowerCase();
  for (const word of words)
    if (word.length >= 3 && folded.includes(word)) set.add(family.echo, 1 + Number(folded === word));
  let vowels = 0;
  let letters = 0;
  for (let i = 0; i < folded.length && i < longestJudged; i++) {
    const code = folded.charCodeAt(i);
    if (!isLower(code)) continue;
    letters++;
    if (code === 97 || code === 101 || code === 105 || code === 111 || code === 117) vowels++;
  }
  if (letters > 3) set.add(family.echo, 16 + Math.round((vowels / letters) * 10));
}

/**
 * Describes a candidate as a set of hashed, binary features of its value, its name, its syntax and the text around it.
 *
 * @param extension Lower-case extension of the file without the dot; '' if there is no file.
 */
export function describeCandidate(
  set: FeatureSet,
  source: Source,
  candidate: Candidate,
  value: string,
  extension: string,
): void {
  set.size = 0;
  set.add(family.bias, 0);
  const shape = addValue(set, value, hashOf(candidate.kind) & 63);
  const words = wordsOf(candidate.name);
  const end = addName(set, candidate, words, shape);
  addWordCount(set, value, end);
  addContext(set, source.text, candidate);
  addSyntax(set, source.text, candidate, extension);
  addEcho(set, value, words);
  source.steps += set.size;
}
