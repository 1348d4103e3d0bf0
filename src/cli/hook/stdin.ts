import { fstatSync, readSync } from 'node:fs';
import { BadInput } from './input.ts';

/** A file of `maxBytes` as JSON, with room for escapes. */
const maxInput = 64 * 1024 * 1024;

/**
 * All of standard input as UTF-8.
 *
 * @param timeoutMs Milliseconds until an input that has not ended is given up. No read is left waiting then, because one
 *   that waits in a thread keeps the process from ending.
 * @throws {BadInput} for what is too large, not UTF-8, or has not ended in time.
 */
export async function readStdin(timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new BadInput('it does not end'));
    }, timeoutMs);
  });
  try {
    return decode(await Promise.race([readAll(), late]));
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The streams of `process.stdin` take a quarter of a hook's time to load.
  for await (const chunk of readsAtOnce() ? polledChunks() : (process.stdin as AsyncIterable<Buffer>)) {
    size += chunk.length;
    if (size > maxInput) throw new BadInput('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* polledChunks(): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = readNow();
    if (chunk?.length === 0) return;
    if (chunk) yield chunk;
    else await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** What is there; nothing at the end of the input, undefined where more may come. */
function readNow(): Buffer | undefined {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  try {
    return buffer.subarray(0, readSync(0, buffer));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EAGAIN') return undefined;
    throw new BadInput(`unreadable (${code})`);
  }
}

interface PipeHandle {
  open(descriptor: number): number | undefined;
}

/** No public interface opens standard input without loading streams. */
interface Internals {
  binding(name: 'pipe_wrap'): { readonly Pipe: new (kind: 0) => PipeHandle };
}

/** Keeps what was opened from being collected, which would close standard input. */
let handle: PipeHandle | undefined;

/**
 * Makes reads of standard input return at once where nothing is there yet: a file never waits; a pipe or socket is told
 * not to, as `process.stdin` does it. False where that cannot be done, as for a terminal, whose setting other programs
 * would inherit, and on Windows.
 */
function readsAtOnce(): boolean {
  try {
    const stats = fstatSync(0);
    if (stats.isFile()) return true;
    if (process.platform === 'win32' || !(stats.isFIFO() || stats.isSocket())) return false;
    const { Pipe } = (process as unknown as Internals).binding('pipe_wrap');
    handle = new Pipe(0);
    return !handle.open(0);
  } catch {
    // A Node that keeps its pipes to itself: `process.stdin` reads them too, and takes longer.
    return false;
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder's message says no more.
    throw new BadInput('not UTF-8');
  }
}
