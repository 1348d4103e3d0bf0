import { readAssignment } from '../candidates/assignments.ts';
import { readLoginCall, readCommandLine, readPiped, readPositional } from '../candidates/arguments.ts';
import type { Source, Sink } from '../candidates/candidate.ts';
import { readEncodedText } from '../candidates/base64.ts';
import { readHeader } from '../candidates/headers.ts';
import { bareKeyWords, readBareKey, readPrivateKey, readWebKey } from '../candidates/keyMaterial.ts';
import { readPasswordFileLine, readSlashLogin, readUrl } from '../candidates/urls.ts';
import {
  commandWords,
  encodedWords,
  headerWords,
  loginCalls,
  nameWords,
  pipedWords,
  portWords,
  positionalWords,
  slashLoginWords,
} from '../candidates/vocabulary.data.ts';
import { isAlphanumeric, isLetter, isLower, isUpper, isWord } from '../characters.ts';
import { checks } from '../formats/checks.ts';
import type { Format } from '../formats/formatRule.ts';
import { matchFormat } from '../formats/formats.ts';
import { keyRules } from '../genericRules.data.ts';
import { eachKeyword, indexKeywords, type KeywordIndex, type Stretch } from './keywordIndex.ts';
import { formatKeywords, formatOfKeyword } from '../formats/packedFormats.ts';

/** The place where a keyword stands in the text, and its index in the keywords of its triggers. */
interface Hit {
  readonly start: number;
  readonly end: number;
  readonly index: number;
}

/** Keywords and the function that is called at each of their hits. */
interface Triggers {
  /** ASCII in lower case, except for those of formats; other scripts as they are written. */
  readonly keywords: readonly string[];
  /** Returns the offset up to which further hits of these keywords add nothing; 0 for no limit. */
  readonly read: (source: Source, hit: Hit, sink: Sink) => number;
}

const textsOf = (words: readonly { readonly text: string }[]): string[] => words.map(({ text }) => text);

/** Triggers for values that have a name. */
const genericTriggers: readonly Triggers[] = [
  {
    keywords: textsOf(nameWords),
    read: (source, { start, end, index }, sink) =>
      nameWords[index]?.whole && !isWholeWord(source.text, start, end)
        ? 0
        : readAssignment(source, start, end, sink.candidate),
  },
  { keywords: ['://'], read: (source, { start }, sink) => readUrl(source, start, sink.candidate) },
  {
    keywords: headerWords,
    read: (source, { start, end }, sink) => readHeader(source, start, end, sink.candidate),
  },
  {
    keywords: [...commandWords, ...textsOf(positionalWords)],
    read(source, { start, end, index }, sink) {
      const positional = positionalWords[index - commandWords.length];
      if (!positional) return readCommandLine(source, start, end, sink.candidate);
      readPositional(source, end, positional.skip, sink.candidate);
      return end;
    },
  },
  {
    keywords: textsOf(loginCalls),
    read: (source, hit, sink) =>
      readLoginCall(source, hit, loginCalls[hit.index]?.passwordIndex, sink.candidate),
  },
  {
    keywords: [...slashLoginWords, ...portWords],
    read: (source, { start, end, index }, sink) =>
      index < slashLoginWords.length
        ? readSlashLogin(source, end, sink.candidate)
        : readPasswordFileLine(source, start, end, sink.candidate),
  },
  {
    keywords: pipedWords,
    read(source, { start, end }, sink) {
      readPiped(source, start, sink.candidate);
      return end;
    },
  },
];

/** Triggers for key material of open standards, which is recognised by its structure. */
const keyTriggers: readonly Triggers[] = [
  {
    keywords: ['-----begin'],
    read(source, { start }, sink) {
      const span = readPrivateKey(source, start);
      if (span) sink.match({ ...keyRules.pem, ...span });
      return span?.end ?? 0;
    },
  },
  {
    keywords: ['kty'],
    read(source, { start }, sink) {
      const { secret, readTo } = readWebKey(source, start);
      if (secret) sink.match({ ...keyRules.webKey, ...secret });
      return readTo;
    },
  },
];

/** Only tokens distinguish upper and lower case. */
const formatTriggers: Triggers = { keywords: formatKeywords, read: readFormat };

function readFormat(source: Source, { start, index }: Hit, sink: Sink): number {
  const { text } = source;
  const keyword = formatKeywords[index] ?? '';
  const format = formatOfKeyword(index);
  if (!format) return 0;
  const match = matchFormat(source, format, start);
  if (!match) {
    if (
      !isWord(text.charCodeAt(start - 1)) &&
      (strongSignals[index] ??= isStrongSignal(keyword)) &&
      !isOfBearer(text, start)
    )
      rejectMismatch(format, keyword, start, sink);
    return 0;
  }
  const { start: from, end, real } = match;
  const token = { start: from, end, rule: format.id, fix: 'revoke' } as const;
  if (real) sink.match({ ...token, confidence: 'high', strength: 100 });
  else {
    sink.reject(from);
    if (format.check === 'crc32Base62' && isDoubtful(text.slice(from, end)))
      sink.doubtful({ ...token, confidence: 'low', strength: 0 });
  }
  return end;
}

/** A text with fewer different characters is a placeholder, such as `ghp_xxxx…`. */
const fewestCharacters = 10;

const isDoubtful = (token: string): boolean =>
  !checks.crc32Base62(token) && new Set(token.slice(4)).size >= fewestCharacters;

/** Behind `Bearer` every token is a secret, also one that was cut off. */
const isOfBearer = (text: string, start: number): boolean =>
  /\bbearer $/i.test(text.slice(Math.max(0, start - 8), start));

/** The results of `isStrongSignal` by the index of the keyword, because common words such as `key-` and `api-` are keywords. */
const strongSignals: boolean[] = [];

/**
 * Reports a value that has the prefix of a vendor but not the form of its tokens. Behind a prefix such as `glpat-` it may be a
 * token of a newer form, because vendors lengthen their tokens. Prefixes without a mark at the end, such as `AKIA`, also
 * begin other words, so no rule may match there.
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
 * Returns whether a keyword is a prefix that hardly any other text has than tokens of its vendor. Only then a value that
 * lacks their form (cut off, made up, lengthened) is different from other values of its name.
 */
function isStrongSignal(keyword: string): boolean {
  if (/^(?:secret|access|key|api|sdk|pat|sat)[_.-]$/i.test(keyword)) return false;
  return (
    (/^\w.*[_.-]$/.test(keyword) && keyword.length >= 3) ||
    /^(?:A[KS]IA|AIza|LTAI|AKID|eyJ|xox.-)$/.test(keyword)
  );
}

/** A word of a name: `pw`, `DB_PW`, `pwHash`, `userPw`, but not `spwn`, and not `PAT` in `PATH`. */
function isWholeWord(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  const begins = !isLetter(before) || (isLower(before) && isUpper(text.charCodeAt(start)));
  const next = text.charCodeAt(end);
  return begins && !isLower(next) && !(isUpper(next) && isUpper(text.charCodeAt(end - 1)));
}

/** Base64 distinguishes upper and lower case, too. */
const encodedTriggers: Triggers = {
  keywords: encodedWords,
  read(source, { start, index }, sink) {
    const { text, ...place } = readEncodedText(source, start, index);
    if (text !== undefined) sink.encoded(text, place);
    return place.end;
  },
};

const bareKeyTriggers: Triggers = {
  keywords: bareKeyWords,
  read(source, { start, index }, sink) {
    const { secret, readTo } = readBareKey(source, start, index);
    if (secret) sink.match({ ...keyRules.pem, ...secret });
    return readTo;
  },
};

/** The exact keywords of the index come first. */
const triggers: readonly Triggers[] = [
  formatTriggers,
  encodedTriggers,
  bareKeyTriggers,
  ...keyTriggers,
  ...genericTriggers,
];
const exactKeywords = [...formatKeywords, ...encodedWords, ...bareKeyWords];

interface TriggerIndex {
  readonly keywords: KeywordIndex;
  /** The number of its triggers for each keyword. */
  readonly owners: Uint8Array;
  readonly firsts: readonly number[];
}

let index: TriggerIndex | undefined;

function indexTriggers(): TriggerIndex {
  const keywords = triggers.flatMap((each) => each.keywords);
  const owners = new Uint8Array(keywords.length);
  let first = 0;
  const firsts = triggers.map((each, owner) => {
    owners.fill(owner, first, first + each.keywords.length);
    first += each.keywords.length;
    return first - each.keywords.length;
  });
  const others = keywords.slice(exactKeywords.length);
  return { keywords: indexKeywords(exactKeywords, others), owners, firsts };
}

/**
 * Returns a function that runs every trigger whose keyword begins in a stretch of the text, in one pass. The stretches
 * follow one another. Each reader reports how far it has read, so that no part of the text is read again and again.
 */
export function createKeywordScanner(source: Source, sink: Sink): (stretch: Stretch) => void {
  index ??= indexTriggers();
  const { keywords, owners, firsts } = index;
  const readTo = new Int32Array(triggers.length);
  const visit = (number: number, start: number): void => {
    const owner = owners[number] ?? 0;
    const limit = readTo[owner] ?? 0;
    const { length } = keywords.keywords[number] ?? '';
    source.steps += length;
    if (start < limit) return;
    const hit = { start, end: start + length, index: number - (firsts[owner] ?? 0) };
    readTo[owner] = Math.max(limit, triggers[owner]?.read(source, hit, sink) ?? 0);
  };
  return (stretch) => {
    eachKeyword(keywords, source.text, visit, stretch);
    source.steps += stretch.to - stretch.from;
  };
}
