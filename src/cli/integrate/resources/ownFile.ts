import type { Resource, Status } from './resource.ts';

/** A file that is ours from the first byte to the last. */
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

/** A file of an earlier version that gives way to something else. Comes back neither by removal nor by repair. */
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
