// It takes the separators of all systems.
import { win32 as paths } from 'node:path';
import type { FileSteps } from '../../src/node/files/transaction/fileSteps.ts';

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
export class LosingDisk {
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
