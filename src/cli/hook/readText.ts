import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { readInside, UnsafePath } from '../../node/files/realPath.ts';
import { Unreadable } from './guard.ts';

/** As far as the engine looks; more could not be checked in time. */
const maxBytes = 10 * 1024 * 1024;

/**
 * The text of a file on disk: UTF-8, UTF-16 with its mark, or what stands in a picture. Throws `Unreadable` for what is missing, no file (a pipe
 * would never end), too large, or not text.
 */
export function readText(path: string): string {
  return textOf(path, () => readRegularFile(path));
}

/** As `readText`, but undefined where there is no file: nothing of that name, a folder, or a name that cannot be one. */
export function readTextIfFile(path: string): string | undefined {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (['ENOTDIR', 'ENAMETOOLONG', 'ENOENT'].includes(code)) return undefined;
    throw new Unreadable(`${path} cannot be read (${code})`);
  }
  return stats === undefined || stats.isDirectory() ? undefined : readText(path);
}

/**
 * As `readText`, for a file that a repository chose: a link, or a path outside of the root, is `Unreadable` too.
 *
 * @param path relative to `root`
 */
export function readTextInside(root: string, path: string): string {
  return textOf(path, () => {
    const bytes = readInside(root, path);
    if (bytes === undefined) throw new Unreadable(`${path} cannot be read (ENOENT)`);
    return bytes;
  });
}

function textOf(path: string, read: () => Buffer): string {
  let bytes: Buffer;
  try {
    bytes = read();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    if (error instanceof UnsafePath) throw new Unreadable(error.message);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Unreadable(`${path} cannot be read (${code})`);
  }
  const text = decode(bytes);
  if (text === undefined) throw new Unreadable(`${path} is not text in UTF-8 or UTF-16`);
  return text;
}

function readRegularFile(path: string): Buffer {
  // Non-blocking: opening a pipe must not wait for somebody to write into it.
  const file = openSync(path, constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Unreadable(`${path} is not a file`);
    if (stats.size > maxBytes) throw new Unreadable(`${path} is larger than ${maxBytes / 1024 / 1024} MiB`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Undefined for bytes that are no text in an encoding we can be sure of. */
export function decode(bytes: Uint8Array): string | undefined {
  // A model sees a picture, not its bytes; what is written into one is looked at byte by byte.
  if (isPicture(bytes)) return Buffer.from(bytes).toString('latin1');
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return isMostlyZeros(text) ? undefined : text;
  } catch {
    // The caller throws `Unreadable`, which names the file and the encodings.
    return undefined;
  }
}

/** UTF-16 without its mark is well-formed UTF-8, every other character a zero. A few zeros occur in sources. */
function isMostlyZeros(text: string): boolean {
  let zeros = 0;
  for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0', at + 1)) zeros++;
  return zeros * 20 > text.length;
}

/** How PNG, JPEG, GIF and WebP begin; `.` stands for any byte. */
const pictures = ['\x89PNG', '\xFF\xD8\xFF', 'GIF87a', 'GIF89a', 'RIFF....WEBP'];

function isPicture(bytes: Uint8Array): boolean {
  return pictures.some((start) =>
    Array.from(start).every((char, index) => char === '.' || char.charCodeAt(0) === bytes[index]),
  );
}
