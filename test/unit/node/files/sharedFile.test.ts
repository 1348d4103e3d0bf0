import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { Failure } from '../../../../src/core/failures.ts';
import { JsonFile } from '../../../../src/node/files/storedJson.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

const schema = z.object({ version: z.literal(1), items: z.array(z.string()) });
type Doc = z.output<typeof schema>;

/** Opening twice is what two windows do. */
function open(path: string): JsonFile<Doc> {
  return new JsonFile({ path, schema, empty: { version: 1, items: [] }, log: new CollectingLog() });
}

const append =
  (item: string) =>
  (doc: Doc): Doc => ({ ...doc, items: [...doc.items, item] });

/** Runs with the path of a file that does not exist, in an empty folder. */
const withFile = (run: (path: string, folder: string) => Promise<void>): Promise<void> =>
  withTempFolder((folder) => run(join(folder, 'a.json'), folder));

describe('JsonFile', () => {
  it('is empty before the first write, and reading creates no file', () =>
    withTempFolder(async (folder) => {
      assert.deepEqual(await open(join(folder, 'a.json')).read(), { version: 1, items: [] });
      assert.deepEqual(await readdir(folder), []);
    }));

  it('creates its folder, and one window reads what the other has written', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'deep', 'a.json');
      await open(path).update(append('x'));
      assert.deepEqual((await open(path).read()).items, ['x']);
    }));

  it('loses no update when two windows write at once', () =>
    withTempFolder(async (folder) => {
      const windows = [open(join(folder, 'a.json')), open(join(folder, 'a.json'))];
      const names = Array.from({ length: 20 }, (_, n) => `${n}`);
      await Promise.all(windows.flatMap((window, w) => names.map((n) => window.update(append(`${w}/${n}`)))));
      const { items } = await open(join(folder, 'a.json')).read();
      assert.deepEqual(items.toSorted(), names.flatMap((n) => [`0/${n}`, `1/${n}`]).toSorted());
    }));

  it('loses no update of another thread with its own copy of every module', () =>
    withFile(async (path) => {
      const url = new URL('../../../support/appendingWorker.ts', import.meta.url);
      const workers = ['a', 'b'].map((name) => new Worker(url, { workerData: { path, name, count: 10 } }));
      await Promise.all(workers.map((worker) => once(worker, 'exit')));
      assert.equal((await open(path).read()).items.length, 20);
    }));

  it('does not write when the change returns the same object', () =>
    withFile(async (path, folder) => {
      await open(path).update((doc) => doc);
      assert.deepEqual(await readdir(folder), []);
    }));

  it('writes a file that only its owner can read [U1]', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'deep', 'a.json');
      await open(path).update(append('x'));
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      assert.equal((await stat(join(folder, 'deep'))).mode & 0o777, 0o700);
    }));

  for (const [what, text, code] of [
    ['cut off', '{"version":1,"items":["x"', 'malformed'],
    ['empty', '', 'malformed'],
    ['of a newer version', '{"version":2,"items":[]}', 'newerFormat'],
    ['of another shape', '{"version":1,"items":[7]}', 'malformed'],
  ] as const)
    it(`names a file that is ${what}, and leaves it byte for byte`, () =>
      withFile(async (path) => {
        await writeFile(path, text);
        const isNamed = (error: unknown) => Failure.is(error, code) && error.message.includes(path);
        await assert.rejects(open(path).read(), isNamed);
        await assert.rejects(open(path).update(append('y')), isNamed);
        assert.equal(await readFile(path, 'utf8'), text);
      }));

  it('continues after an update that throws', () =>
    withTempFolder(async (folder) => {
      const file = open(join(folder, 'a.json'));
      const refused = file.update(() => {
        throw new Error('no');
      });
      await assert.rejects(refused, /no/);
      assert.deepEqual((await file.update(append('x'))).items, ['x']);
    }));

  it('refuses to store a document that it could not parse again', () =>
    withFile(async (path, folder) => {
      const wrong = open(path).update((doc) => ({ ...doc, items: [7 as unknown as string] }));
      await assert.rejects(wrong, (error) => Failure.is(error, 'malformed'));
      assert.deepEqual(await readdir(folder), []);
    }));

  it('parses a text that it has read or written only once', () =>
    withFile(async (path) => {
      const [reader, writer] = [open(path), open(path)];
      assert.equal(await writer.update(append('x')), await writer.read());
      assert.equal(await reader.read(), await reader.read());
    }));

  it('reads what another window wrote after its own write, even text of the same length', () =>
    withFile(async (path) => {
      const [own, other] = [open(path), open(path)];
      await own.update(append('x'));
      await other.update((doc) => ({ ...doc, items: ['y'] }));
      assert.deepEqual((await own.read()).items, ['y']);
      assert.deepEqual((await own.update(append('z'))).items, ['y', 'z']);
    }));

  it('names a text that does not parse, also after one that does', () =>
    withFile(async (path) => {
      const file = open(path);
      await file.update(append('x'));
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.slice(0, -3));
      await assert.rejects(file.read(), (error) => Failure.is(error, 'malformed'));
      await writeFile(path, text);
      assert.deepEqual((await file.read()).items, ['x']);
    }));

  it('takes over the lock of a window that has ended', () =>
    withFile(async (path) => {
      await mkdir(`${path}.lock`);
      const longAgo = new Date(Date.now() - 60_000);
      await utimes(`${path}.lock`, longAgo, longAgo);
      assert.deepEqual((await open(path).update(append('x'))).items, ['x']);
    }));

  it('notifies every window about each write, its own and others', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'deep', 'a.json');
      const [a, b] = [open(path), open(path)];
      const delivered = [a, b].map(
        (file) => new Promise<void>((resolve) => file.onDidChange(() => resolve())),
      );
      await a.update(append('x'));
      await Promise.all(delivered);
      a.dispose();
      b.dispose();
    }));

  it('does not fire for other files of the folder, or after the last listener is disposed', () =>
    withTempFolder(async (folder) => {
      const [a, b] = [open(join(folder, 'a.json')), open(join(folder, 'b.json'))];
      let calls = 0;
      const gone = b.onDidChange(() => calls++);
      const deaf = a.onDidChange(() => calls++);
      deaf.dispose();
      await a.update(append('x'));
      // Once another watcher of the same folder has been notified, b would have been notified too.
      const delivered = new Promise<void>((resolve) => a.onDidChange(() => resolve()));
      await a.update(append('y'));
      await delivered;
      assert.equal(calls, 0);
      gone.dispose();
      a.dispose();
    }));

  it('names the file that could not be written', () =>
    withTempFolder(async (folder) => {
      await writeFile(join(folder, 'file'), '');
      const path = join(folder, 'file', 'a.json');
      await assert.rejects(open(path).update(append('x')), (error) => Failure.is(error, 'storage'));
    }));
});
