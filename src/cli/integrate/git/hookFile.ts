import type { PartStatus, Resource, Status } from '../resources/resource.ts';
import { type GitHook, findBlock, isShellScript, withBlock, withoutBlock } from './hookBlock.ts';

export interface GitFile extends Resource {
  /** Permissions of a new file, or of the file that replaces one. By default they are kept. */
  readonly mode?: number;
}

/** git runs only executable hooks. */
export const executable = 0o755;

interface HookFileOptions {
  readonly path: string;
  readonly within: string | undefined;
  readonly hook: GitHook;
  /** The lines of the check, with markers. */
  readonly lines: string;
  /** The hook as it is now, and the file beside it that has a moved hook. */
  readonly current: Uint8Array | undefined;
  readonly moved: Uint8Array | undefined;
}

/** The name of a foreign hook that no shell runs, beside the hook that calls it. */
export const movedHookName = (hook: string): string => `${hook}.before-service`;

/**
 * Returns the check inside a hook as a resource. Lines are added to a script of a shell. Any other program is moved
 * aside and called from the hook, so that it keeps running and its exit code is kept.
 */
export function hookFiles({ path, within, hook, lines, current, moved }: HookFileOptions): GitFile[] {
  const isForeign = current !== undefined && !isShellScript(current);
  if (!isForeign && moved === undefined) return [scriptFile(path, within, hook, lines)];
  const original = isForeign ? current : moved;
  const text = `#!/bin/sh\n${lines}exec "$(dirname "$0")/${movedHookName(hook)}" "$@"\n`;
  return [
    {
      path: path.slice(0, -hook.length) + movedHookName(hook),
      within,
      parts: [],
      mode: executable,
      install: () => original,
      remove: () => undefined,
      inspect: (bytes) => [{ part: '', status: bytes === undefined ? 'NOT CONFIGURED' : 'CONFIGURED' }],
    },
    {
      path,
      within,
      parts: [hook],
      mode: executable,
      install: () => Buffer.from(text),
      remove: () => original,
      inspect: (bytes) => [statusOf(hook, lines, bytes)],
    },
  ];
}

/** Returns the check as lines between markers in a shell script. */
export function scriptFile(path: string, within: string | undefined, hook: GitHook, lines: string): GitFile {
  return {
    path,
    within,
    parts: [hook],
    ...(process.platform !== 'win32' && { mode: executable }),
    install: (bytes) =>
      Buffer.from(withBlock(bytes ? textOf(bytes) : '#!/bin/sh\n', textOf(Buffer.from(lines))), 'latin1'),
    remove(bytes, isOurFile) {
      if (bytes === undefined || !findBlock(textOf(bytes))) return bytes;
      const rest = withoutBlock(textOf(bytes));
      return isOurFile && rest.replace(/^#!.*/, '').trim() === '' ? undefined : Buffer.from(rest, 'latin1');
    },
    inspect: (bytes) => [statusOf(hook, lines, bytes)],
  };
}

/** Latin-1 keeps every byte, whatever the encoding of a foreign hook or of the user's configuration is. */
export const textOf = (bytes: Uint8Array | undefined): string =>
  bytes ? Buffer.from(bytes).toString('latin1') : '';

function statusOf(hook: GitHook, lines: string, bytes: Uint8Array | undefined): PartStatus {
  const text = textOf(bytes);
  const found = findBlock(text);
  const status: Status = !found
    ? 'NOT CONFIGURED'
    : text.slice(found.start, found.end) === textOf(Buffer.from(lines))
      ? 'CONFIGURED'
      : 'CONFIGURED / INVALID CONFIG';
  return { part: hook, status };
}
