import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
// The disk in memory takes the separators of all systems.
import { join, win32 as paths } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { Failure } from '../../../../../src/core/failures.ts';
import type { FileSteps } from '../../../../../src/node/files/transaction/fileSteps.ts';
import { applyChanges, type FileChange } from '../../../../../src/node/files/transaction/fileTransaction.ts';
import { recoverChanges } from '../../../../../src/node/files/transaction/transactionJournal.ts';
import { inTempFolder } from '../../../../support/cliRun.ts';

/** A file: what is in it, and what of that would be there after a power failure. */
interface Inode {
  bytes: Buffer;
  synced: Buffer;
}

type Entry = Inode | Folder;
type Names = ReadonlyMap<string, Entry>;

/** The names in it as they were when it was last synced, and after each change since. */
interface Folder {
  history: [Names, ...Names[]];
}

/**
 * A disk in memory that keeps after a power failure what a real one guarantees, and no more: the last synced
 * bytes of a file, and for each folder its names at any moment since its last sync.
 */
class LosingDisk {
  readonly #root: Folder;
  #left = Infinity;
  #cut: () => void = () => undefined;

  constructor(root: Folder = { history: [new Map()] }) {
    this.#root = root;
  }

  /** Creates a disk with these files, all synced. */
  static with(files: Readonly<Record<string, string>>): LosingDisk {
    const disk = new LosingDisk();
    for (const [path, text] of Object.entries(files)) {
      disk.#makeFolders(paths.dirname(path));
      const bytes = Buffer.from(text);
      disk.#put(path, { bytes, synced: bytes });
    }
    return disk.afterPowerFailure((moments) => moments - 1);
  }

  /** Lets the power fail after this number of steps: later steps do nothing and report nothing. */
  cutAfter(steps: number): Promise<'cut'> {
    this.#left = steps;
    return new Promise((resolve) => {
      this.#cut = () => resolve('cut');
    });
  }

  /**
   * The disk when the power is back.
   * @param moment which moment of a folder's history survives, by its number of moments.
   */
  afterPowerFailure(moment: (moments: number) => number): LosingDisk {
    const survivorOf = ({ history }: Folder): Folder => {
      const names = history[moment(history.length)] ?? history[0];
      const entries = [...names].map(
        ([name, entry]) =>
          [
            name,
            isFolder(entry) ? survivorOf(entry) : { bytes: entry.synced, synced: entry.synced },
          ] as const,
      );
      return { history: [new Map(entries)] };
    };
    return new LosingDisk(survivorOf(this.#root));
  }

  picture(): Record<string, string> {
    const filesIn = (path: string, folder: Folder): [string, string][] =>
      [...namesOf(folder)].flatMap(([name, entry]): [string, string][] =>
        isFolder(entry) ? filesIn(`${path}/${name}`, entry) : [[`${path}/${name}`, entry.bytes.toString()]],
      );
    return Object.fromEntries(filesIn('', this.#root));
  }

  readonly steps = {
    copyFile: (from: string, to: string) =>
      this.#step(() => this.#put(to, { bytes: this.#file(from).bytes, synced: Buffer.alloc(0) })),
    link: (from: string, to: string) => this.#step(() => this.#put(to, this.#file(from))),
    lstat: (path: string) =>
      this.#step(() => {
        this.#find(path);
        return { mode: 0o644 };
      }),
    mkdir: (path: string) => this.#step(() => this.#makeFolders(path)),
    open: (path: string, flags: string) => this.#step(() => this.#open(path, flags)),
    readFile: (path: string) => this.#step(() => this.#file(path).bytes),
    rename: (from: string, to: string) =>
      this.#step(() => {
        const file = this.#file(from);
        // One change of the folder, not two: that is what a rename promises.
        this.#change(paths.dirname(from), (names) => {
          names.delete(paths.basename(from));
          names.set(paths.basename(to), file);
        });
      }),
    rm: (path: string) =>
      this.#step(() => this.#change(paths.dirname(path), (names) => names.delete(paths.basename(path)))),
    rmdir: (path: string) =>
      this.#step(() => {
        if (namesOf(this.#folder(path)).size > 0) throw failure('ENOTEMPTY');
        this.#change(paths.dirname(path), (names) => names.delete(paths.basename(path)));
      }),
  } as unknown as FileSteps;

  #open(path: string, flags: string): object {
    if (flags === 'wx') this.#put(path, { bytes: Buffer.alloc(0), synced: Buffer.alloc(0) });
    const entry = this.#find(path);
    const step = (work: () => void) => () => this.#step(work);
    return {
      writeFile: (bytes: Uint8Array) =>
        this.#step(() => {
          if (!isFolder(entry)) entry.bytes = Buffer.from(bytes);
        }),
      chmod: step(() => undefined),
      sync: step(() => {
        if (isFolder(entry)) entry.history = [namesOf(entry)];
        else entry.synced = entry.bytes;
      }),
      close: step(() => undefined),
    };
  }

  #step<T>(work: () => T): Promise<T> {
    if (this.#left-- <= 0) {
      this.#cut();
      return new Promise(() => undefined);
    }
    return new Promise((resolve) => resolve(work()));
  }

  #find(path: string): Entry {
    const parts = path.split(/[\\/]/).filter(Boolean);
    return parts.reduce<Entry>((entry, name) => {
      const next = isFolder(entry) ? namesOf(entry).get(name) : undefined;
      if (!next) throw failure('ENOENT');
      return next;
    }, this.#root);
  }

  #folder(path: string): Folder {
    const entry = this.#find(path);
    if (!isFolder(entry)) throw failure('ENOTDIR');
    return entry;
  }

  #file(path: string): Inode {
    const entry = this.#find(path);
    if (isFolder(entry)) throw failure('EISDIR');
    return entry;
  }

  #put(path: string, entry: Entry): void {
    this.#change(paths.dirname(path), (names) => names.set(paths.basename(path), entry));
  }

  #change(path: string, change: (names: Map<string, Entry>) => void): void {
    const folder = this.#folder(path);
    const names = new Map(namesOf(folder));
    change(names);
    folder.history.push(names);
  }

  #makeFolders(path: string): void {
    if (paths.dirname(path) === path) return;
    this.#makeFolders(paths.dirname(path));
    if (!namesOf(this.#folder(paths.dirname(path))).has(paths.basename(path)))
      this.#put(path, { history: [new Map()] });
  }
}

function isFolder(entry: Entry): entry is Folder {
  return 'history' in entry;
}

function namesOf({ history }: Folder): Names {
  return history.at(-1) ?? history[0];
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

const journal = '/home/unfinished.json';

const files = { '/home/state.json': '{}', '/project/hooks.json': 'mine', '/project/old': 'old' };

const changes: readonly FileChange[] = [
  { path: '/project/hooks.json', before: Buffer.from('mine'), after: Buffer.from('mine and theirs') },
  { path: '/project/a/b/new', before: undefined, after: Buffer.from('new') },
  { path: '/project/old', before: Buffer.from('old'), after: undefined },
  { path: '/home/state.json', before: Buffer.from('{}'), after: Buffer.from('{"installed":1}') },
];

const after = {
  '/home/state.json': '{"installed":1}',
  '/project/hooks.json': 'mine and theirs',
  '/project/a/b/new': 'new',
};

/** The files that count. A leftover backup or journal does no harm. */
function seenOf(disk: LosingDisk): Record<string, string> {
  const entries = Object.entries(disk.picture());
  return Object.fromEntries(entries.filter(([path]) => !/\.(?:new|old)$|unfinished\.json/.test(path)));
}

type Run = (disk: LosingDisk) => Promise<void>;
const change: Run = (disk) => applyChanges(changes, { journal, steps: disk.steps });
const recover: Run = (disk) => recoverChanges(journal, disk.steps);

/** Whether the run ended before the power failed, and the disk when it is back. */
async function cut(
  disk: LosingDisk,
  run: Run,
  steps: number,
  moments: readonly number[],
): Promise<{ ended: boolean; disk: LosingDisk }> {
  const failed = disk.cutAfter(steps);
  const ended = run(disk).then(() => 'ended' as const);
  const outcome = await Promise.race([ended, failed]);
  let folder = 0;
  const next = disk.afterPowerFailure((count) => (moments[folder++ % moments.length] ?? 0) % count);
  return { ended: outcome === 'ended', disk: next };
}

/** How many steps the change takes when nothing cuts it off. */
async function lengthOfChange(): Promise<number> {
  for (let steps = 1; ; steps++)
    if ((await cut(LosingDisk.with(files), change, steps, [0])).ended) return steps;
}

describe('applyChanges, when the power fails', () => {
  it('leaves all files either unchanged or changed, at whichever step the power fails', async () => {
    const length = await lengthOfChange();
    assert.ok(length > 40, `only ${length} steps`);
    const outcomes = new Set<string>();
    const moments = fc.array(fc.nat(), { minLength: 6, maxLength: 6 });
    const property = fc.asyncProperty(
      fc.nat(length),
      moments,
      fc.nat(30),
      moments,
      async (first, kept, second, keptThen) => {
        const broken = await cut(LosingDisk.with(files), change, first, kept);
        // Once more in the middle of the next run, which mends it.
        const again = await cut(broken.disk, recover, second, keptThen);
        await recover(again.disk);
        const seen = seenOf(again.disk);
        const isBefore = isDeepStrictEqual(seen, files);
        if (!isBefore) assert.deepEqual(seen, after);
        outcomes.add(isBefore ? 'as it was' : 'changed');
      },
    );
    await fc.assert(property, { numRuns: 3_000 });
    assert.deepEqual([...outcomes].sort(), ['as it was', 'changed']);
  });

  it('has all changes on disk when it resolves', async () => {
    const disk = LosingDisk.with(files);
    await change(disk);
    const back = disk.afterPowerFailure(() => 0);
    await recover(back);
    assert.deepEqual(seenOf(back), after);
  });
});

describe('recoverChanges', () => {
  for (const [what, text] of Object.entries({
    'no JSON': '{',
    'another version': '{"version":2,"steps":[],"folders":[],"isDone":true}',
    'a relative file': '{"version":1,"steps":[{"target":"old","after":null}],"folders":[],"isDone":false}',
    'a relative backup':
      '{"version":1,"steps":[{"target":"/nowhere/a","backup":"old","after":null}],"folders":[],"isDone":true}',
    'a relative folder': '{"version":1,"steps":[],"folders":["empty"],"isDone":false}',
    'a name that no file has':
      '{"version":1,"steps":[{"target":"/a\\u0000b","after":null}],"folders":[],"isDone":false}',
  }))
    it(`keeps a journal with ${what}, and says how to go on`, () =>
      inTempFolder(async (folder) => {
        const journal = join(folder, 'journal.json');
        writeFileSync(journal, text);
        await assert.rejects(
          recoverChanges(journal),
          (error) =>
            Failure.is(error, 'malformed') &&
            error.message.startsWith(`${journal} is damaged`) &&
            error.message.includes('.old') &&
            error.message.endsWith('delete it and run this again.'),
        );
        assert.equal(readFileSync(journal, 'utf8'), text);
      }));
});
