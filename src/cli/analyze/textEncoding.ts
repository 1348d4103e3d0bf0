import { isAscii, isUtf8 } from 'node:buffer';

/** Bytes. Larger files are data. */
export const largestText = 10 * 1024 * 1024;

const sampleLength = 4096;

/** Returns the text of a file: UTF-8, UTF-16 with or without a byte order mark, else Latin-1; undefined for no text. */
export function decodeText(bytes: Buffer): string | undefined {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  if (isBinary(bytes)) return undefined;
  if (isAscii(bytes) || !isUtf8(bytes)) return bytes.toString('latin1');
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/**
 * Returns every reading of a file that `decodeText` does not accept as text, for a user who names the file: Latin-1
 * (text with a few zeros in it, strings of a program), and as UTF-16 from either byte of a pair (text in scripts whose
 * letters have no zeros to tell it by).
 */
export const allDecodings = (bytes: Buffer): readonly string[] => [
  bytes.toString('latin1'),
  new TextDecoder('utf-16le').decode(bytes),
  new TextDecoder('utf-16be').decode(bytes),
];

/** Recognises UTF-16 by its mark, or by the zeros that Latin letters have in every second byte. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const length = Math.min(bytes.length, 512) & ~1;
  if (length < 4) return undefined;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const most = length / 2;
  if (odd > most * 0.7 && even < most * 0.1) return 'utf-16le';
  return even > most * 0.7 && odd < most * 0.1 ? 'utf-16be' : undefined;
}

function isBinary(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, sampleLength);
  if (bytes.subarray(0, 2 * sampleLength).includes(0)) return true;
  let controls = 0;
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- its iterator takes ten times as long, and this is a tenth of a scan
  for (let i = 0; i < sample.length; i++) {
    const byte = sample[i] ?? 0;
    if (byte < 32 && (byte < 8 || byte > 13) && byte !== 27) controls++;
  }
  return controls > sample.length / 20;
}
