import { lstatSync, readlinkSync } from 'node:fs';

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
