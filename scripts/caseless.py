"""Mounts a folder as a file system that ignores the case of names and keeps it, as those of macOS and Windows do.

caseless.py FOLDER MOUNTPOINT. Needs python3-fusepy. One request at a time, and nothing is cached.
"""

import errno
import os
import sys

from fusepy import FUSE, FuseOSError, Operations

STAT = ("st_atime", "st_ctime", "st_gid", "st_mode", "st_mtime", "st_nlink", "st_size", "st_uid", "st_ino")
SPACE = ("f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_favail", "f_ffree", "f_files", "f_flag", "f_frsize", "f_namemax")


class Caseless(Operations):
    # An open file that was removed has no path: SQLite removes its temporary files at once.
    flag_nullpath_ok = 1

    def __init__(self, root):
        self.root = os.path.realpath(root)

    def real(self, path):
        found = self.root
        for name in filter(None, path.split("/")):
            exact = os.path.join(found, name)
            if not os.path.lexists(exact) and os.path.isdir(found):
                same = (entry for entry in os.listdir(found) if entry.casefold() == name.casefold())
                exact = os.path.join(found, next(same, name))
            found = exact
        return found

    def access(self, path, mode):
        if not os.access(self.real(path), mode):
            raise FuseOSError(errno.EACCES)

    def getattr(self, path, fh=None):
        found = os.lstat(self.real(path)) if fh is None else os.fstat(fh)
        return {key: getattr(found, key) for key in STAT}

    def statfs(self, path):
        found = os.statvfs(self.real(path))
        return {key: getattr(found, key) for key in SPACE}

    def readdir(self, path, fh):
        return [".", "..", *os.listdir(self.real(path))]

    def rename(self, old, new):
        source, target = self.real(old), self.real(new)
        # A rename that changes the case alone.
        if source == target:
            target = os.path.join(os.path.dirname(target), os.path.basename(new))
        os.rename(source, target)

    def chmod(self, path, mode):
        os.chmod(self.real(path), mode)

    def chown(self, path, user, group):
        os.lchown(self.real(path), user, group)

    def readlink(self, path):
        return os.readlink(self.real(path))

    def mknod(self, path, mode, device):
        os.mknod(self.real(path), mode, device)

    def mkdir(self, path, mode):
        os.mkdir(self.real(path), mode)

    def rmdir(self, path):
        os.rmdir(self.real(path))

    def unlink(self, path):
        os.unlink(self.real(path))

    def symlink(self, name, target):
        os.symlink(target, self.real(name))

    def link(self, target, name):
        os.link(self.real(name), self.real(target))

    def utimens(self, path, times=None):
        os.utime(self.real(path), times, follow_symlinks=False)

    def open(self, path, flags):
        return os.open(self.real(path), flags & ~os.O_EXCL & ~os.O_CREAT)

    def create(self, path, mode, fi=None):
        return os.open(self.real(path), os.O_RDWR | os.O_CREAT, mode)

    def read(self, path, size, offset, fh):
        return os.pread(fh, size, offset)

    def write(self, path, data, offset, fh):
        return os.pwrite(fh, data, offset)

    def truncate(self, path, length, fh=None):
        os.truncate(self.real(path) if fh is None else fh, length)

    def flush(self, path, fh):
        return 0

    def release(self, path, fh):
        os.close(fh)

    def fsync(self, path, datasync, fh):
        os.fsync(fh)


# Without hard_remove, an open file that is removed gets another name, so that its folder is never empty.
FUSE(Caseless(sys.argv[1]), sys.argv[2], foreground=True, nothreads=True, allow_other=True, use_ino=True,
     attr_timeout=0, entry_timeout=0, hard_remove=True)
