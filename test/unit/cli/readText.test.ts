import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unreadable } from '../../../src/agents/protocol.ts';
import { findAll } from '../../../src/cli/hook/engine.ts';
import { readAtMost } from '../../../src/node/files/openFile.ts';
import { decodeFileText, readText, readTextIfFile, readTextInside } from '../../../src/cli/readText.ts';
import { fieldOf } from '../../support/lists.ts';
import { eachFolder, put } from '../../support/tempFolder.ts';

const bytesOf = (...values: number[]) => Uint8Array.from(values);

describe('decodeFileText', () => {
  it('reads UTF-8, and UTF-16 by its mark', () => {
    assert.equal(decodeFileText(Buffer.from('né')), 'né');
    assert.equal(decodeFileText(Buffer.from('\uFEFFné')), 'né');
    assert.equal(decodeFileText(Buffer.from('\uFEFFné', 'utf16le')), 'né');
    assert.equal(decodeFileText(Buffer.from('\uFEFFné', 'utf16le').swap16()), 'né');
    assert.equal(decodeFileText(bytesOf()), '');
  });

  it('takes a source that has a zero somewhere', () =>
    assert.equal(
      decodeFileText(Buffer.from(`const zero = '\0'; // a character like any other`))?.length,
      47,
    ));

  it('reads pictures byte by byte, so that text in them is scanned', () => {
    const png = Buffer.concat([
      bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff),
      Buffer.from('tEXt hello'),
    ]);
    assert.match(decodeFileText(png) ?? '', /tEXt hello$/);
  });

  it('reads pictures of each kind by their first bytes, and no other bytes that resemble them', () => {
    const text = Buffer.from('\0\xff tEXt hello', 'latin1');
    const startsWith = (start: string): string | undefined =>
      decodeFileText(Buffer.concat([Buffer.from(start, 'latin1'), text]));
    for (const start of ['\x89PNG', '\xFF\xD8\xFF', 'GIF87a', 'GIF89a', 'RIFF\x10\0\xff\0WEBP'])
      assert.equal(startsWith(start), `${start}\0\xff tEXt hello`, start);
    for (const start of ['\x89PNX', '\xFF\xD8', 'GIF88a', 'RIFF\x10\0\xff\0WAVE'])
      assert.equal(startsWith(start), undefined, start);
  });

  it('reads UTF-8 that begins with half a mark of UTF-16 as neither', () => {
    for (const bytes of [
      [0xff, 0x41],
      [0xfe, 0x41],
      [0x41, 0xfe],
      [0x41, 0xff],
    ])
      assert.equal(decodeFileText(bytesOf(...bytes, 0x41, 0x41)), undefined);
  });

  it('takes a text with zeros, which ends texts or is half of UTF-16', () => {
    for (const text of [
      `\0${'a'.repeat(18)}`,
      'A=1\0B=2\0',
      Buffer.from('token = x', 'utf16le').toString('utf8'),
    ])
      assert.equal(decodeFileText(Buffer.from(text)), text);
  });

  for (const [what, content] of Object.entries({
    'Latin-1': Buffer.from('né', 'latin1'),
    'UTF-16 that ends in the middle': Buffer.concat([Buffer.from('\uFEFFa', 'utf16le'), bytesOf(0x41)]),
    'a program': bytesOf(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0xff),
  }))
    it(`returns undefined for ${what}`, () => assert.equal(decodeFileText(content), undefined));
});

describe('the engine of the hooks', () => {
  it('sees a secret between zeros', () => {
    const token = `squ_${'0f1e2d3c4b5a69788796'.repeat(2)}`;
    const rulesOf = (text: string): string[] =>
      findAll(text, undefined).flatMap(({ findings }) => findings.map(({ rule }) => rule));
    const text = `Use ${token}.`;
    assert.deepEqual(rulesOf(text), ['sonar-user-token']);
    assert.deepEqual(rulesOf(Array.from(text).join('\0')), ['sonar-user-token']);
    assert.deepEqual(fieldOf(findAll(`a\0b`, undefined), 'plain'), ['a\nb', 'ab']);
  });

  it('separates a secret from what stands before and after a zero, in the line of the text', () => {
    const token = `squ_${'0f1e2d3c4b5a69788796'.repeat(2)}`;
    const [found] = findAll(`HOME=/home/dev\0\nTOKEN=${token}\0PATH=/bin\0`, undefined);
    assert.deepEqual(
      found?.findings.map(({ rule, line }) => [rule, line]),
      [['sonar-user-token', 2]],
    );
  });
});

describe('reading an open file', () => {
  let folder: string;
  eachFolder((made) => (folder = made));
  const read = (path: string, limit: number): Buffer | undefined => {
    const file = openSync(path, 'r');
    try {
      return readAtMost(file, limit);
    } finally {
      closeSync(file);
    }
  };

  it('stops one byte after the limit', () => {
    const path = join(folder, 'a');
    for (const size of [0, 1, 16 * 1024, 16 * 1024 + 1, 1024 * 1024 + 1]) {
      writeFileSync(path, Buffer.alloc(size, 'a'));
      assert.equal(read(path, size)?.length, size);
      if (size > 0) assert.equal(read(path, size - 1), undefined);
    }
  });

  it('ends for a file of the system that has no end and no size', function () {
    if (process.platform !== 'linux') this.skip();
    assert.equal(read('/proc/self/pagemap', 1024 * 1024), undefined);
    assert.throws(() => readText('/proc/self/pagemap'), Unreadable);
  });
});

describe('readText', () => {
  let folder: string;
  eachFolder((made) => (folder = made));
  const write = (name: string, content: string | Uint8Array): string => put(join(folder, name), content);

  it('reads a file of exactly 10 MiB and refuses a larger one', function () {
    this.timeout(10_000);
    const most = 10 * 1024 * 1024;
    assert.equal(readText(write('most', Buffer.alloc(most, 'a'))).length, most);
    assert.throws(() => readText(write('more', Buffer.alloc(most + 1, 'a'))), {
      constructor: Unreadable,
      message: `${join(folder, 'more')} is larger than 10 MiB`,
    });
  });

  it('names the reason for a missing file, a folder and bytes that are no text', () => {
    const missing = join(folder, 'missing');
    assert.throws(() => readText(missing), { message: `${missing} cannot be read (ENOENT)` });
    assert.throws(() => readText(folder), { message: `${folder} is not a file` });
    const program = write('program', bytesOf(0x7f, 0x45, 0x4c, 0x46, 0xff));
    assert.throws(() => readText(program), { message: `${program} is not text in UTF-8 or UTF-16` });
  });

  it('returns undefined instead of an error for names without a file: readTextIfFile', () => {
    assert.equal(readTextIfFile(join(folder, 'missing')), undefined);
    assert.equal(readTextIfFile(folder), undefined);
    assert.equal(readTextIfFile(join(write('file', 'x'), 'below')), undefined);
    assert.equal(readTextIfFile(join(folder, 'n'.repeat(300))), undefined);
    assert.equal(readTextIfFile(write('text', 'né')), 'né');
    const loop = join(folder, 'loop');
    symlinkSync('loop', loop);
    assert.throws(() => readTextIfFile(loop), {
      constructor: Unreadable,
      message: `${loop} cannot be read (ELOOP)`,
    });
  });

  it('does not wait for the writer of a pipe, and leaves no descriptor open', function () {
    if (process.platform !== 'linux') this.skip();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    assert.throws(() => readText(pipe), { message: `${pipe} is not a file` });
    readText(write('text', 'né'));
    assert.equal(open(), before);
  });

  it('refuses what a repository does not contain itself: readTextInside', () => {
    write('text', 'né');
    assert.equal(readTextInside(folder, 'text'), 'né');
    assert.throws(() => readTextInside(folder, 'missing'), {
      constructor: Unreadable,
      message: 'missing cannot be read (ENOENT)',
    });
    symlinkSync('text', join(folder, 'link'));
    assert.throws(() => readTextInside(folder, 'link'), {
      constructor: Unreadable,
      message: `${join(folder, 'link')} is a symbolic link`,
    });
    assert.throws(() => readTextInside(folder, '../outside'), { constructor: Unreadable });
  });

  it('denies a name that the system does not accept', () =>
    assert.throws(() => readText('a\0b'), {
      constructor: Unreadable,
      message: /cannot be read \(ERR_INVALID_ARG_VALUE\)/,
    }));
});
