import { readAssignment } from './candidates/assignments.ts';
import { readLoginCall, readCommandLine, readPiped, readPositional } from './candidates/arguments.ts';
import type { Source, Sink } from './candidates/candidate.ts';
import { readHeader } from './candidates/headers.ts';
import { readPrivateKey, readWebKey } from './candidates/keyMaterial.ts';
import { readPasswordFileLine, readSlashLogin, readUrl } from './candidates/urls.ts';
import {
  commandWords,
  headerWords,
  loginCalls,
  nameWords,
  pipedWords,
  portWords,
  positionalWords,
  slashLoginWords,
} from './candidates/vocabulary.data.ts';
import { isAlphanumeric, isLetter, isLower, isUpper, isWord } from './characters.ts';
import type { Format } from './formatRule.ts';
import { matchFormat } from './formats.ts';
import { keyRules } from './genericRules.data.ts';
import { eachKeyword, indexKeywords, type KeywordIndex, type Stretch } from './keywordIndex.ts';
import { formats } from './packedFormats.ts';

/** A keyword and the reader that is called at each of its hits. */
interface Trigger {
  /** ASCII in lower case; other scripts as they are written. */
  readonly keyword: string;
  /** Triggers with the same number share the offset up to which they have read. */
  readonly reader: number;
  /** Returns the offset up to which further hits of the same reader add nothing; 0 for no limit. */
  readonly read: (source: Source, start: number, end: number, sink: Sink) => number;
}

/** Number of different `reader` values. */
const readers = 10;

/** Triggers for values that have a name. */
const genericTriggers: readonly Trigger[] = [
  ...nameWords.map(({ text, whole }): Trigger => ({
    keyword: text,
    reader: 0,
    read: (source, start, end, sink) =>
      whole && !isWholeWord(source.text, start, end) ? 0 : readAssignment(source, start, end, sink.candidate),
  })),
  { keyword: '://', reader: 1, read: (source, start, _end, sink) => readUrl(source, start, sink.candidate) },
  ...headerWords.map((keyword): Trigger => ({
    keyword,
    reader: 2,
    read: (source, start, end, sink) => readHeader(source, start, end, sink.candidate),
  })),
  ...commandWords.map((keyword): Trigger => ({
    keyword,
    reader: 3,
    read: (source, start, end, sink) => readCommandLine(source, start, end, sink.candidate),
  })),
  ...positionalWords.map(({ text, skip }): Trigger => ({
    keyword: text,
    reader: 3,
    read(source, _start, end, sink) {
      readPositional(source, end, skip, sink.candidate);
      return end;
    },
  })),
  ...loginCalls.map(({ text, passwordIndex }): Trigger => ({
    keyword: text,
    reader: 9,
    read: (source, start, end, sink) => readLoginCall(source, { start, end }, passwordIndex, sink.candidate),
  })),
  ...slashLoginWords.map((keyword): Trigger => ({
    keyword,
    reader: 7,
    read: (source, _start, end, sink) => readSlashLogin(source, end, sink.candidate),
  })),
  ...portWords.map((keyword): Trigger => ({
    keyword,
    reader: 7,
    read: (source, start, end, sink) => readPasswordFileLine(source, start, end, sink.candidate),
  })),
  ...pipedWords.map((keyword): Trigger => ({
    keyword,
    reader: 8,
    read(source, start, end, sink) {
      readPiped(source, start, sink.candidate);
      return end;
    },
  })),
];

/** Triggers for key material of open standards, which is recognised by its structure. */
const keyTriggers: readonly Trigger[] = [
  {
    keyword: '-----begin',
    reader: 4,
    read(source, start, _end, sink) {
      const span = readPrivateKey(source, start);
      if (span) sink.match({ ...keyRules.pem, ...span });
      return span?.end ?? 0;
    },
  },
  {
    keyword: 'kty',
    reader: 6,
    read(source, start, _end, sink) {
      const { secret, readTo } = readWebKey(source, start);
      if (secret) sink.match({ ...keyRules.webKey, ...secret });
      return readTo;
    },
  },
];

const formatTriggers: readonly Trigger[] = formats.flatMap((format) =>
  (format.keywords ?? []).map((keyword): Trigger => ({
    keyword: keyword.toLowerCase(),
    reader: 5,
    read: (source, start, _end, sink) => readFormat(source, format, keyword, start, sink),
  })),
);

function readFormat(source: Source, format: Format, keyword: string, start: number, sink: Sink): number {
  const { text } = source;
  const match = matchFormat(source, format, keyword, start);
  if (!match) {
    if (!isWord(text.charCodeAt(start - 1)) && text.startsWith(keyword, start) && isStrongSignal(keyword))
      rejectMismatch(format, keyword, start, sink);
    return 0;
  }
  if (match.real)
    sink.match({
      start: match.start,
      end: match.end,
      rule: format.id,
      confidence: 'high',
      fix: 'revoke',
      strength: 100,
    });
  else sink.reject(match.start);
  return match.end;
}

/**
 * A vendor may lengthen its tokens, so a mismatch does not prove an example. Short marks such as `AKIA` and `eyJ` prove too
 * little to allow another form.
 */
function rejectMismatch(format: Format, keyword: string, start: number, sink: Sink): void {
  if (isAlphanumeric(keyword.charCodeAt(keyword.length - 1))) sink.reject(start);
  else sink.unknownForm(start, leastLength(format));
}

/** Returns the length of the longest part of a pattern that has a length: shorter values were cut off. */
function leastLength({ pattern }: Format): number {
  let least = 0;
  for (const [, length] of pattern.source.matchAll(/\{(\d{1,4})/g)) least = Math.max(least, Number(length));
  return least;
}

/**
 * Returns whether only tokens have this prefix. A value with such a prefix that is not a token (cut off, made up, wrong
 * checksum) is an example, whatever its name.
 */
function isStrongSignal(keyword: string): boolean {
  if (/^(?:secret|access|key|api|sdk|pat|sat)[_.-]$/i.test(keyword)) return false;
  return (
    (/^\w.*[_.-]$/.test(keyword) && keyword.length >= 3) ||
    /^(?:A[KS]IA|AIza|LTAI|AKID|eyJ|xox.-)$/.test(keyword)
  );
}

/** A word of a name: `pw`, `DB_PW`, `pwHash`, `userPw`, but not `spwn`. */
function isWholeWord(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  const begins = !isLetter(before) || (isLower(before) && isUpper(text.charCodeAt(start)));
  return begins && !isLower(text.charCodeAt(end));
}

const triggers: readonly Trigger[] = [...formatTriggers, ...keyTriggers, ...genericTriggers];

let index: KeywordIndex | undefined;

/**
 * Returns a function that runs every trigger whose keyword begins in a stretch of the text, in one pass. The stretches
 * follow one another. Each reader reports how far it has read, so that no part of the text is read again and again.
 */
export function createKeywordScanner(source: Source, sink: Sink): (stretch: Stretch) => void {
  index ??= indexKeywords(triggers.map(({ keyword }) => keyword));
  const known = index;
  const readTo = new Int32Array(readers);
  const visit = (number: number, start: number): void => {
    const trigger = triggers[number];
    if (!trigger) return;
    const { reader, keyword } = trigger;
    const limit = readTo[reader] ?? 0;
    source.steps += keyword.length;
    if (start >= limit)
      readTo[reader] = Math.max(limit, trigger.read(source, start, start + keyword.length, sink));
  };
  return (stretch) => {
    eachKeyword(known, source.text, visit, stretch);
    source.steps += stretch.to - stretch.from;
  };
}
