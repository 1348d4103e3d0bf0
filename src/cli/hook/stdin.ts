import { read } from 'node:fs';
import { BadInput } from './input.ts';

/** A file of `maxBytes` as JSON, with room for escapes. */
const maxInput = 64 * 1024 * 1024;

/**
 * All of standard input as UTF-8. Throws `BadInput` for what is too large, not UTF-8, or has not ended in time. Not
 * `process.stdin`: its streams take longer to set up than the reading.
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
  for (let chunk = await readChunk(); chunk.length > 0; chunk = await readChunk()) {
    size += chunk.length;
    if (size > maxInput) throw new BadInput('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readChunk(): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  return new Promise((resolve, reject) => {
    const attempt = (): void => {
      read(0, buffer, 0, buffer.length, null, (error, length) => {
        // Some parents hand over a pipe that doesn't block; Windows reports its end as an error.
        if (error?.code === 'EAGAIN') setTimeout(attempt, 2);
        else if (error && error.code !== 'EOF') reject(new BadInput(`unreadable (${error.code ?? ''})`));
        else resolve(buffer.subarray(0, error ? 0 : length));
      });
    };
    attempt();
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder reports nothing but this.
    throw new BadInput('not UTF-8');
  }
}
