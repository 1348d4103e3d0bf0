import { ch, indexWithin, isAlphanumeric, isBlank, setOf } from '../characters.ts';
import { type Candidate, candidateOf, type Emit, type Source } from './candidate.ts';

const longestToken = 4096;
const isMark = setOf('-._~+/=');

/**
 * Emits the credentials behind `Basic` or `Bearer`. The scheme reaches from `at` to `end`. Returns the offset up to
 * which it has read.
 */
export function readHeader(source: Source, at: number, end: number, emit: Emit): number {
  const { text } = source;
  if (isAlphanumeric(text.charCodeAt(at - 1)) || !isBlank(text.charCodeAt(end))) return end;
  const start = end + 1;
  const limit = Math.min(text.length, start + longestToken);
  let stop = start;
  while (stop < limit && (isAlphanumeric(text.charCodeAt(stop)) || isMark(text.charCodeAt(stop)))) stop++;
  source.steps += stop - at;
  if (stop - start >= 8)
    emit(
      inHeader(
        text,
        candidateOf('header', { name: text.slice(at, end), nameStart: at }, { start, end: stop }),
      ),
    );
  return stop;
}

/** Returns the candidate without a leading scheme or `pass:` (openssl). For `Basic` it is the password inside. */
export function withoutScheme(text: string, candidate: Candidate): Candidate {
  const { start } = candidate;
  if (text.startsWith('pass:', candidate.start))
    return candidateOf(candidate.kind, candidate, { ...candidate, start: start + 5 });
  // No scheme is longer than six characters, and a blank follows it.
  if (indexWithin(text, ch.space, candidate.start, candidate.start + 7) < 0) return candidate;
  const scheme = /^(?:basic|bearer|apikey|token|digest|oauth|key) +(?=[\w+/.~-]{4})/i.exec(
    text.slice(candidate.start, Math.min(candidate.end, candidate.start + 16)),
  )?.[0];
  if (!scheme) return candidate;
  // `OAuth client secret` is a text.
  if (indexWithin(text, ch.space, start + scheme.length, candidate.end) >= 0) return candidate;
  return inHeader(text, candidateOf('header', candidate, { ...candidate, start: start + scheme.length }));
}

function inHeader(text: string, candidate: Candidate): Candidate {
  const password = basicPassword(text.slice(candidate.start, candidate.end));
  return password === undefined ? candidate : candidateOf(candidate.kind, candidate, candidate, password);
}

/** Returns the password inside `base64(user:password)`; undefined for any other text. */
function basicPassword(encoded: string): string | undefined {
  if (encoded.length > 256 || !/^[\w+/-]+={0,2}$/.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  for (const byte of bytes) if (byte < 32 || byte > 126) return undefined;
  const text = bytes.toString('latin1');
  // A JSON Web Token that was cut off.
  if (text.startsWith('{')) return undefined;
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}
