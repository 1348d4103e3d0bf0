/** Returns the code of an error of the system or of Node, such as `ENOENT`; empty for any other thrown value. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether an error means that the file does not exist, or that a part of its path is not a folder. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error));
}
