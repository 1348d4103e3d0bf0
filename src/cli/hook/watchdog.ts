import type fs from 'node:fs';
import { readFileSync, lstatSync, readlinkSync } from 'node:fs';
import type workerThreads from 'node:worker_threads';
import type { Answer } from '../../agents/protocol.ts';

/** Milliseconds since the start of the process. Agents wait ten seconds or longer; a slow start takes up to two. */
const limitMs = 7_000;

export const hangs =
  'Blocked: a file system does not answer, so what is read from it cannot be checked for secrets.';

/**
 * Returns a `require` for the handler. Its `node:fs` starts the watchdog before it first touches a file system that may
 * hang, such as one of a network: a thread that answers and ends the process although the main thread waits in the system.
 * A thread takes longer to start than a hook takes, so most hooks have none.
 *
 * On systems without `/proc` nothing is watched.
 *
 * @param answer Denies.
 * @param hasShim Whether the parent is the subshell of a shim, which waits for this process.
 */
export function watchedRequire(
  require: (id: string) => unknown,
  answer: () => Answer,
  hasShim: boolean,
): (id: string) => unknown {
  const mounts = readMounts();
  if (mounts.isEmpty) return require;
  let isWatched = false;
  const files = watchedFiles(require('node:fs') as typeof fs, (path) => {
    if (isWatched || !mounts.reaches(path)) return;
    isWatched = true;
    const { Worker } = require('node:worker_threads') as typeof workerThreads;
    const { stdout, stderr, exitCode } = answer();
    const workerData: Watch = {
      waitMs: limitMs - process.uptime() * 1_000,
      stdout: hasShim ? `${stdout}|${exitCode}` : stdout,
      stderr,
      shell: hasShim ? process.ppid : 0,
    };
    new Worker(`(${watch.toString()})()`, { eval: true, workerData }).unref();
  });
  return (id) => (id === 'node:fs' ? files : require(id));
}

function readMounts(): SlowMounts {
  try {
    return new SlowMounts(readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    // Not Linux.
    return new SlowMounts('');
  }
}

/** Returns the module with synchronous functions that first call `touch` with the path that they are given. */
function watchedFiles(files: typeof fs, touch: (path: string) => void): typeof fs {
  const watched = (call: unknown): unknown => {
    if (typeof call !== 'function') return call;
    const run = (...args: unknown[]): unknown => {
      if (typeof args[0] === 'string') touch(args[0]);
      return Reflect.apply(call, files, args);
    };
    return 'native' in call ? Object.assign(run, { native: watched(call.native) }) : run;
  };
  return new Proxy(files, {
    get: (_, name) => {
      const value: unknown = Reflect.get(files, name);
      return typeof name === 'string' && name.endsWith('Sync') ? watched(value) : value;
    },
  });
}

interface Watch {
  readonly waitMs: number;
  readonly stdout: string;
  readonly stderr: string | undefined;
  /** The process to end; 0 for none. */
  readonly shell: number;
}

/**
 * The thread runs the text of this function alone, so the function uses nothing outside of itself.
 *
 * A thread that waits in FUSE cannot be ended, not even by SIGKILL, and neither the pipes of its process close nor the
 * process that waits for it goes on. So the thread closes the pipes and ends the subshell of the shim.
 */
function watch(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads') as { workerData: Watch };
  const { closeSync, writeSync } = process.getBuiltinModule('node:fs');
  const { waitMs, stdout, stderr, shell } = workerData;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, waitMs));
  const attempt = (step: () => unknown): void => {
    try {
      step();
    } catch {
      // The agent has closed a pipe. The rest matters all the more.
    }
  };
  if (stderr !== undefined) attempt(() => writeSync(2, `${stderr}\n`));
  attempt(() => writeSync(1, stdout));
  for (const pipe of [0, 1, 2])
    attempt(() => {
      closeSync(pipe);
    });
  // 1 has adopted this process.
  if (shell > 1) attempt(() => process.kill(shell, 'SIGKILL'));
  process.kill(process.pid, 'SIGKILL');
}

/** File systems of Linux that answer without a network and without another program. All others may never answer. */
const local = new Set(
  'adfs affs bcachefs befs bfs binder binfmt_misc bpf btrfs cgroup cgroup2 configfs cramfs debugfs devpts devtmpfs ecryptfs efivarfs efs erofs exfat ext2 ext3 ext4 f2fs fusectl hfs hfsplus hugetlbfs iso9660 jffs2 jfs minix mqueue msdos nilfs2 nsfs ntfs ntfs3 overlay proc pstore ramfs reiserfs rootfs rpc_pipefs securityfs selinuxfs smackfs squashfs sysfs tmpfs tracefs ubifs udf ufs vfat xenfs xfs zfs'.split(
    ' ',
  ),
);

/** As many links as Linux follows. */
const maxLinks = 40;

/** The places at which a read may wait without end: file systems of a network or of another program. */
export class SlowMounts {
  readonly #places: ReadonlySet<string>;
  readonly #plain = new Set<string>();

  /** @param table The text of `/proc/self/mountinfo`. */
  constructor(table: string) {
    // A pattern for whole lines takes ten times as long, because it is compiled for one use.
    const slow = table.split('\n').filter((line) => {
      const kind = line.indexOf(' - ') + 3;
      return kind > 3 && !local.has(line.slice(kind, line.indexOf(' ', kind)));
    });
    // The fifth field is the place, with octal escapes.
    const places = slow.map((line) =>
      (line.split(' ', 5)[4] ?? '').replaceAll(/\\(\d{3})/g, (_, code: string) =>
        String.fromCharCode(parseInt(code, 8)),
      ),
    );
    // This program itself was read from the root.
    this.#places = new Set(places.filter((place) => place !== '/'));
  }

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  /** Whether a path leads to one of the places, also through links. Nothing in these places is touched. */
  reaches(path: string): boolean {
    const names = (path.startsWith('/') ? path : `${process.cwd()}/${path}`).split('/').reverse();
    let folder = '';
    let links = 0;
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      if (name === '' || name === '.') continue;
      if (name === '..') {
        folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
        continue;
      }
      const next = `${folder}/${name}`;
      if (this.#places.has(next)) return true;
      const target = this.#targetOf(next);
      if (target === undefined) folder = next;
      else {
        if (++links > maxLinks) return false;
        if (target.startsWith('/')) folder = '';
        names.push(...target.split('/').reverse());
      }
    }
    return false;
  }

  #targetOf(path: string): string | undefined {
    if (this.#plain.has(path)) return undefined;
    try {
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) return readlinkSync(path);
    } catch {
      // Below a file, or a folder that the user cannot search: nothing can be read there.
    }
    this.#plain.add(path);
    return undefined;
  }
}
