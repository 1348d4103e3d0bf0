import { fstatSync, readSync } from 'node:fs';
import { BadInput } from '../../agents/protocol.ts';
import { systemCodeOf } from '../../node/systemError.ts';
import { now } from './runtime.ts';

/** Bytes: a file of `maxBytes` as JSON, with room for escapes. */
const maxInput = 64 * 1024 * 1024;

/**
 * Returns the request on standard input, decoded as UTF-8: everything from the first `{` on.
 *
 * @param timeoutMs Milliseconds to wait for the end of the input. No read is pending after that, because a read that
 *   waits in a thread keeps the process from ending.
 * @throws {BadInput} for input that is too large, not UTF-8, or has not ended in time.
 */
export async function readStdin(timeoutMs: number): Promise<string> {
  // Loading the streams of `process.stdin` takes a quarter of a hook's time.
  if (readsAtOnce()) return decodeUtf8(await joined(polledChunks(now() + timeoutMs)));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new BadInput(endless));
    }, timeoutMs);
  });
  try {
    return decodeUtf8(await Promise.race([joined(process.stdin as AsyncIterable<Buffer>), late]));
  } finally {
    clearTimeout(timer);
  }
}

const endless = 'it does not end';

async function joined(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > maxInput) throw new BadInput('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param deadline as `now` returns it. */
async function* polledChunks(deadline: number): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = readNow();
    if (chunk?.length === 0) return;
    if (chunk) yield chunk;
    // A timer for the whole input would be loaded even when the input is there.
    else await new Promise((resolve) => setTimeout(resolve, 2));
    if (now() > deadline) throw new BadInput(endless);
  }
}

/** Returns the available bytes: an empty buffer at the end of the input, undefined when more may come. */
function readNow(): Buffer | undefined {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  try {
    return buffer.subarray(0, readSync(0, buffer));
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'EAGAIN') return undefined;
    throw new BadInput(`unreadable (${code})`);
  }
}

interface PipeHandle {
  open(descriptor: number): number | undefined;
}

/** The internal interface of Node to pipes. No public interface opens standard input without loading streams. */
interface Internals {
  binding(name: 'pipe_wrap'): { readonly Pipe: new (kind: 0) => PipeHandle };
}

/** Keeps the handle from being garbage-collected, which would close standard input. */
let handle: PipeHandle | undefined;

/**
 * Makes reads of standard input return at once when no byte is available. Reads of a file never wait; a pipe or a
 * socket is set to non-blocking mode, as `process.stdin` does.
 *
 * @returns False when that is not possible: on Windows, and for a terminal, whose mode other programs would inherit.
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
    // This version of Node does not expose its pipes: `process.stdin` reads them too, but takes longer.
    return false;
  }
}

/** Drops the bytes before the first `{`: Cursor on Windows, from version 3.8.11 on, writes `n++` before a request. */
function decodeUtf8(bytes: Buffer): string {
  const start = bytes.indexOf('{');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(start < 0 ? bytes : bytes.subarray(start));
  } catch {
    // The decoder's message has no more information.
    throw new BadInput('not UTF-8');
  }
}
