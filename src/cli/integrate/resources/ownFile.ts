import type { Resource, Status } from './resource.ts';

/** A file that belongs to this program as a whole. */
export function ownFile(path: string, content: string | Uint8Array, within?: string): Resource {
  const bytes = Buffer.from(content);
  const statusOf = (current: Uint8Array | undefined): Status =>
    current === undefined
      ? 'NOT CONFIGURED'
      : bytes.equals(current)
        ? 'CONFIGURED'
        : 'CONFIGURED / INVALID CONFIG';
  return {
    path,
    within,
    parts: [],
    install: () => bytes,
    remove: () => undefined,
    inspect: (current) => [{ part: '', status: statusOf(current) }],
  };
}

/**
 * A file of an earlier version that another file or hook replaces. Installing deletes it; neither removal nor repair
 * restores it.
 */
export function leftover(path: string, within: string): Resource {
  return {
    path,
    within,
    parts: [],
    install: () => undefined,
    remove: (current) => current,
    inspect: () => [],
  };
}
