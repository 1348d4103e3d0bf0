/** Returns the code of an error of the system or of Node, such as `ENOENT`; empty for any other thrown value. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether an error means that the file does not exist, or that a part of its path is not a folder. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error));
}

/** Whether no program of the user can read at a path. Other errors, as of a disk, may be gone a moment later. */
export function isUnreadable(error: unknown): boolean {
  const codes = 'EACCES EINVAL ELOOP ENAMETOOLONG ENODEV ENXIO EPERM ERR_INVALID_ARG_VALUE';
  return isMissing(error) || codes.split(' ').includes(systemCodeOf(error));
}
