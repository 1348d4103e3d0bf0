import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, read, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** The request that is never answered. */
export type Hang = 'lookup' | 'open' | 'read';

const operations: Readonly<Record<number, Hang>> = { 1: 'lookup', 14: 'open', 15: 'read' };
const directory = 0o40755;
const file = 0o100644;

/**
 * Mounts a file system of FUSE in which every name is a file of 64 bytes, and which answers everything but one kind of
 * request.
 *
 * @returns A function that unmounts it, or undefined where this process may not mount.
 */
export async function mountHangingFiles(
  folder: string,
  hang: Hang,
): Promise<(() => Promise<void>) | undefined> {
  mkdirSync(folder, { recursive: true });
  // It runs in its own process: when that is killed, requests that wait end with an error.
  const server = spawn(process.execPath, [import.meta.filename, folder, hang], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'exit');
  const [first] = (await Promise.race([once(server.stdout, 'data'), ended])) as unknown[];
  if (!Buffer.isBuffer(first)) return undefined;
  return async () => {
    const umount = spawn('umount', ['-l', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await text(umount.stdout);
    server.kill('SIGKILL');
    await ended;
  };
}

/** Serves until this process is killed. The format is that of `linux/fuse.h`. */
async function serve(folder: string, hang: Hang): Promise<void> {
  const device = openSync('/dev/fuse', 'r+');
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0';
  const mount = spawn('mount', ['-i', '-t', 'fuse', '-o', options, 'hanging', folder], {
    stdio: ['ignore', 'ignore', 'inherit', device],
  });
  mount.on('exit', (status) => {
    if (status !== 0) process.exit(1);
    process.stdout.write('mounted');
  });
  const buffer = Buffer.alloc(1024 * 1024);
  for (;;) {
    let count: number;
    try {
      ({ bytesRead: count } = await promisify(read)(device, buffer, 0, buffer.length, null));
    } catch (error) {
      // Not mounted yet.
      if ((error as NodeJS.ErrnoException).code === 'EPERM') continue;
      throw error;
    }
    const request = buffer.subarray(0, count);
    const answer = operations[request.readUInt32LE(4)] === hang ? undefined : answerTo(request);
    if (answer) writeSync(device, answer);
  }
}

function answerTo(request: Buffer): Buffer | undefined {
  const node = request.readBigUInt64LE(16);
  switch (request.readUInt32LE(4)) {
    case 1: // LOOKUP: number, generation, four times of validity, attributes
      return framed(request, numbers(2, 0, 0, 0, 0), attributes(2n));
    case 2: // FORGET
    case 42: // BATCH_FORGET
      return undefined;
    case 3: // GETATTR
      return framed(request, numbers(0, 0), attributes(node));
    case 14: // OPEN, without the cache of the kernel
    case 27: // OPENDIR
      return framed(request, numbers(1, 1));
    case 15: // READ
      return framed(request, Buffer.from('text\n'));
    case 18: // RELEASE
    case 25: // FLUSH
    case 28: // READDIR
    case 29: // RELEASEDIR
      return framed(request);
    case 26: {
      // INIT: version 7.31
      const body = Buffer.alloc(64);
      [7, 31, 65_536].forEach((value, index) => body.writeUInt32LE(value, index * 4));
      body.writeUInt32LE(131_072, 20);
      return framed(request, body);
    }
    default:
      return framed(request, -38);
  }
}

function framed(request: Buffer, ...parts: readonly (Buffer | number)[]): Buffer {
  const body = Buffer.concat(parts.filter((part) => typeof part !== 'number'));
  const head = Buffer.alloc(16);
  head.writeUInt32LE(16 + body.length, 0);
  const [error] = parts;
  head.writeInt32LE(typeof error === 'number' ? error : 0, 4);
  request.copy(head, 8, 8, 16);
  return Buffer.concat([head, body]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => bytes.writeBigUInt64LE(BigInt(value), index * 8));
  return bytes;
}

function attributes(node: bigint): Buffer {
  const bytes = Buffer.alloc(88);
  bytes.writeBigUInt64LE(node, 0);
  bytes.writeBigUInt64LE(64n, 8);
  bytes.writeUInt32LE(node === 1n ? directory : file, 60);
  bytes.writeUInt32LE(1, 64);
  return bytes;
}

const [, script, folder = '', hang = ''] = process.argv;
if (script === import.meta.filename) await serve(folder, hang as Hang);
