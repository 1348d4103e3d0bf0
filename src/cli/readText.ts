import { closeSync, fstatSync, type Stats, statSync } from 'node:fs';
import { openToRead, readAtMost } from '../node/files/openFile.ts';
import { readInside, UnsafePath } from '../node/files/realPath.ts';
import { Unreadable } from '../agents/protocol.ts';
import { systemCodeOf } from '../node/systemError.ts';

/** The engine's own limit, in bytes; a larger file could not be checked in time. */
const maxBytes = 10 * 1024 * 1024;

/**
 * Returns the text of a file on disk: UTF-8, UTF-16 with a byte order mark, or the bytes of a picture.
 *
 * @throws {Unreadable} for a file that is missing, too large, not text, or not a regular file (a pipe would never end).
 */
export function readText(path: string): string {
  return textOrUnreadable(path, () => readRegularFile(path));
}

/** Reads as `readText`, but returns undefined when the path does not exist, is a folder, or is not a possible name. */
export function readTextIfFile(path: string): string | undefined {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = systemCodeOf(error);
    if (['ENOTDIR', 'ENAMETOOLONG', 'ENOENT'].includes(code)) return undefined;
    throw new Unreadable(`${path} cannot be read (${code})`);
  }
  return stats === undefined || stats.isDirectory() ? undefined : readText(path);
}

/** Reads, as `readText`, a path below `root` that a repository chose. Links and paths outside are `Unreadable` too. */
export function readTextInside(root: string, path: string): string {
  return textOrUnreadable(path, () => {
    const bytes = readInside(root, path);
    if (bytes === undefined) throw new Unreadable(`${path} cannot be read (ENOENT)`);
    return bytes;
  });
}

/** Reads as `readTextInside`, but returns undefined for what is `Unreadable`. */
export function textInsideIfAny(root: string, path: string): string | undefined {
  try {
    return readTextInside(root, path);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return undefined;
  }
}

function textOrUnreadable(path: string, read: () => Buffer): string {
  let bytes: Buffer;
  try {
    bytes = read();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    if (error instanceof UnsafePath) throw new Unreadable(error.message);
    throw new Unreadable(`${path} cannot be read (${systemCodeOf(error) || 'unknown error'})`);
  }
  const text = decodeFileText(bytes);
  if (text === undefined) throw new Unreadable(`${path} is not text in UTF-8 or UTF-16`);
  return text;
}

function readRegularFile(path: string): Buffer {
  const file = openToRead(path);
  try {
    if (!fstatSync(file).isFile()) throw new Unreadable(`${path} is not a file`);
    const bytes = readAtMost(file, maxBytes);
    if (bytes === undefined) throw new Unreadable(`${path} is larger than ${maxBytes / 1024 / 1024} MiB`);
    return bytes;
  } finally {
    closeSync(file);
  }
}

export function decodeFileText(bytes: Uint8Array): string | undefined {
  // A model sees a picture, not its bytes, so the text that a picture contains is searched byte by byte.
  if (isPicture(bytes)) return Buffer.from(bytes).toString('latin1');
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The caller throws `Unreadable`, which names the file and the encodings.
    return undefined;
  }
}

/** The first bytes of PNG, JPEG, GIF and WebP files; `.` stands for any byte. */
const pictures = ['\x89PNG', '\xFF\xD8\xFF', 'GIF87a', 'GIF89a', 'RIFF....WEBP'];

function isPicture(bytes: Uint8Array): boolean {
  return pictures.some((start) =>
    Array.from(start).every((char, index) => char === '.' || char.charCodeAt(0) === bytes[index]),
  );
}
