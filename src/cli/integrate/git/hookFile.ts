import { type PartStatus, type Resource, statusFor } from '../resources/resource.ts';
import { posixQuote } from '../../../core/shellWord.ts';

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
  const isSound = found !== undefined && text.slice(found.start, found.end) === textOf(Buffer.from(lines));
  return { part: hook, status: statusFor(found !== undefined, isSound) };
}

export const gitHooks = ['pre-commit', 'pre-push'] as const;
export type GitHook = (typeof gitHooks)[number];

const first = '# >>> service-cli: checks for secrets. Remove it with: service-cli integrate git --remove';
export const last = '# <<< service-cli';

/** Returns the lines between markers in a file that only this user has. Without the script they refuse. */
export function ownBlock(hook: GitHook, script: string): string {
  return block(
    hook === 'pre-commit' ? `sh ${posixQuote(script)} pre-commit || exit $?` : pushLines(posixQuote(script)),
  );
}

/**
 * Returns the lines in a file that colleagues share. They name no path of this machine; where service-cli is not
 * installed, they say so and let the commit pass.
 */
export function sharedBlock(hook: GitHook): string {
  const run =
    hook === 'pre-commit'
      ? '  sh "$service_check" pre-commit || exit $?'
      : indent(pushLines('"$service_check"'));
  return block(`service_check=${sharedScript}
if [ -f "$service_check" ]; then
${run}
else
  echo '${absent}' >&2
fi`);
}

const absent = 'service-cli integrate git was not run on this machine: nothing is checked for secrets.';

/** The script of the user who runs a hook that colleagues share, as a word of a shell. */
const sharedScript = '"${SERVICE_HOME:-$HOME/.service}/service-cli/git/secrets.sh"';

/** Returns the check as one command without line breaks, for the configuration of a manager of hooks. */
export function sharedCommand(hook: GitHook): string {
  const script = sharedScript;
  return `if [ -f ${script} ]; then sh ${script} ${hook}; else echo "${absent}" >&2; fi`;
}

/** git gives a push on standard input, which the check reads and the rest of the hook needs too. */
const pushLines = (script: string): string => `service_refs=$(cat)
printf '%s\\n' "$service_refs" | sh ${script} pre-push "$1" || exit $?
exec </dev/null
if [ -n "$service_refs" ]; then
exec <<SERVICE_REFS
$service_refs
SERVICE_REFS
fi`;

/** Leaves the here-document alone, because its end has to begin a line. */
const indent = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => (/^(?:exec <<|\$service_refs|SERVICE_REFS)/.test(line) ? line : `  ${line}`))
    .join('\n');

const block = (lines: string): string => `${first}\n${lines}\n${last}\n`;

/** @param opening The first line of the block; that of the lines in a hook, or in the configuration of git. */
export function findBlock(
  text: string,
  opening = first,
): { readonly start: number; readonly end: number } | undefined {
  const start = text.indexOf(opening);
  const close = start < 0 ? -1 : text.indexOf(`\n${last}`, start);
  if (close < 0) return undefined;
  const end = close + last.length + 1;
  return { start, end: text[end] === '\n' ? end + 1 : end };
}

/** Returns a hook with the block where it was, or first, because an earlier `exit` or `exec` would skip the check. */
function withBlock(text: string, lines: string): string {
  const found = findBlock(text);
  if (found) return text.slice(0, found.start) + lines + text.slice(found.end);
  // Husky before version 9 runs a hook again from the line that loads husky.sh: above it the check would run twice.
  const head = /^(?:#![^\n]*\n)?(?:(?:[^\n]*\n){0,4}?\. [^\n]*husky\.sh["']?[ \t]*\n)?/.exec(text)?.[0] ?? '';
  const gap = text === head && head !== '' && !head.endsWith('\n') ? '\n' : '';
  return head + gap + lines + text.slice(head.length);
}

/** Returns a file without our block. A file that has none is returned unchanged. */
export function withoutBlock(text: string, opening = first): string {
  const found = findBlock(text, opening);
  return found ? text.slice(0, found.start) + text.slice(found.end) : text;
}

/** Whether a shell runs the hook, so that lines can be added to it. git runs a script without a first line by `sh` too. */
function isShellScript(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  if (text.includes('\0')) return false;
  const [, program] = /^#![ \t]*(\S+(?:[ \t]+\S+)*)/.exec(text) ?? [];
  return program === undefined || /(?:^|[/\s])(?:ba|da|[akz])?sh(?:\s|$)/.test(program);
}
