import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const program = join(import.meta.dirname, 'readsStdin.ts');
const MiB = 1024 * 1024;

describe('readStdin', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'stdin-'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  const start = (stdin: number | 'pipe', timeoutMs = 30_000): ChildProcess =>
    spawn(process.execPath, [program, String(timeoutMs)], { stdio: [stdin, 'pipe', 'inherit'] });
  /** Returns what the program prints until it has ended. Its input may still be open then. */
  const outputOf = async (child: ChildProcess): Promise<string> => {
    assert.ok(child.stdout);
    return (await text(child.stdout)).trimEnd();
  };
  const inputs: Record<string, (bytes: Buffer) => Promise<string>> = {
    'a file': async (bytes) => {
      const path = join(folder, 'input');
      writeFileSync(path, bytes);
      const file = openSync(path, 'r');
      try {
        return await outputOf(start(file));
      } finally {
        closeSync(file);
      }
    },
    // A pipe of Node is a socket.
    'a socket': async (bytes) => {
      const child = start('pipe');
      child.stdin?.on('error', () => undefined).end(bytes);
      return outputOf(child);
    },
    'a pipe': async (bytes) => {
      const node = `"${process.execPath}"`;
      const line = `${node} -e "process.stdin.pipe(process.stdout)" | ${node} "${program}" 30000`;
      const child = spawn(line, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.on('error', () => undefined).end(bytes);
      return outputOf(child);
    },
  };

  for (const [what, outputFor] of Object.entries(inputs)) {
    it(`drops what stands in ${what} before the request, as Cursor on Windows writes it`, async () => {
      for (const before of ['n++', '\r\n', '\uFEFF', '\xFF'])
        assert.equal(
          await outputFor(Buffer.from(`${before}{"a":1}`, 'latin1')),
          JSON.stringify('{"a":1}'),
          before,
        );
    });

    it(`reads ${what} to its end, whatever its length`, async () => {
      assert.equal(await outputFor(Buffer.alloc(0)), '""');
      assert.equal(await outputFor(Buffer.from('{"prompt":"né"}')), JSON.stringify('{"prompt":"né"}'));
      assert.equal(await outputFor(Buffer.alloc(3 * MiB + 1, 'a')), String(3 * MiB + 1));
    });

    it(`refuses ${what} that is not UTF-8`, async () => {
      assert.equal(await outputFor(Buffer.from('né', 'latin1')), 'not UTF-8');
    });

    it(`reads 64 MiB from ${what}, and refuses more`, async () => {
      assert.equal(await outputFor(Buffer.alloc(64 * MiB, 'a')), String(64 * MiB));
      assert.equal(await outputFor(Buffer.alloc(64 * MiB + 1, 'a')), 'too large');
    });
  }

  it('joins the pieces that arrive one after the other, within a character too', async () => {
    const child = start('pipe');
    const bytes = Buffer.from('é😀');
    for (const byte of bytes) {
      child.stdin?.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    child.stdin?.end();
    assert.equal(await outputOf(child), '"é😀"');
  });

  it('refuses an input that does not end in time, and leaves no read that keeps the process from ending', async () => {
    const socket = start('pipe', 300);
    socket.stdin?.write('{"prompt":');
    assert.equal(await outputOf(socket), 'it does not end');
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const writer = openSync(path, constants.O_RDWR);
    const reader = openSync(path, constants.O_RDONLY);
    try {
      assert.equal(await outputOf(start(reader, 300)), 'it does not end');
    } finally {
      closeSync(reader);
      closeSync(writer);
    }
  });
});
