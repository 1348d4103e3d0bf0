/** Secrets made at run time, so that no push protection trips over them. Drawn from a seed. */
import { base62, crc32 } from '../../src/secrets/formats/checks.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomText(length: number, seed: number, characters = alphabet): string {
  let state = (seed * 2654435761 + 1) >>> 0;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += characters.charAt(Math.floor((state / 2 ** 32) * characters.length));
  }
  return text;
}

export function githubToken(seed: number): string {
  const body = randomText(30, seed);
  return `ghp_${body}${base62(crc32(body))}`;
}

export const userToken = (seed: number): string => `squ_${randomText(40, seed, '0123456789abcdef')}`;

/** A private key block of the right outside; the inside is noise. */
export function privateKeyBlock(seed: number): string {
  const lines = Array.from({ length: 12 }, (_, index) => randomText(64, seed + index));
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n');
}

export function npmToken(seed: number): string {
  const body = randomText(30, seed);
  return `${body}${base62(crc32(body))}`;
}
