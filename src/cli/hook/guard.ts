import { allow, deny, type Answer, type EventKind } from './answers.ts';
import { BadInput, type HookInput } from './input.ts';

/** A secret that was found, without the secret. */
export interface Finding {
  readonly rule: string;
  /** 1-based. */
  readonly line: number;
  /** What the user can do where the project's policy would allow it, but does not count. */
  readonly advice?: string | undefined;
}

/** What the decision needs of the world. Whatever one of these throws is a no. */
export interface GuardPorts {
  /** Why nobody is authenticated, or undefined. */
  readonly whyUnauthenticated: () => string | undefined;
  /** The text of a file; throws an `Unreadable` for what is none or cannot be had. */
  readonly readText: (path: string) => string;
  /** The same, but undefined where there is no file of that name. */
  readonly readTextIfFile: (path: string) => string | undefined;
  /** `path`: where the text comes from; undefined for a prompt. `root`: the folder that is open. Throws where it cannot look at all of it. */
  readonly findSecret: (
    text: string,
    path: string | undefined,
    root: string | undefined,
  ) => Finding | undefined;
  /** Puts the file on the editor's ignore list; false where that was not possible. */
  readonly ignore: (path: string, roots: readonly string[]) => boolean;
  readonly ignoreFile: string;
  /** The command that puts hooks of today in the place of older ones. */
  readonly repair: string;
}

/** Why a file cannot be looked at, in words for the person. */
export class Unreadable extends Error {}

/** The whole decision of a secrets hook. Never throws: every fault is a no with its remedy. */
export function decide(
  kind: Exclude<EventKind, 'session'>,
  read: () => HookInput,
  ports: GuardPorts,
): Answer {
  try {
    const problem = ports.whyUnauthenticated();
    if (problem !== undefined) return deny(kind, `Blocked: the secrets guard is inactive. ${problem}`);
    const input = read();
    if (!input.reads) return allow(kind);
    return judge(kind, input, ports) ?? allow(kind);
  } catch (error) {
    return deny(kind, reasonOf(error, ports));
  }
}

function judge(kind: EventKind, input: HookInput, ports: GuardPorts): Answer | undefined {
  const { text, attached, files, others, roots } = input;
  const isPrompt = kind === 'prompt';
  if (text !== undefined) {
    const finding = ports.findSecret(text, isPrompt ? undefined : files[0], roots[0]);
    if (finding)
      return isPrompt
        ? deny(kind, inPrompt(finding))
        : blockFile(kind, files[0] ?? '', finding, roots, ports);
  }
  for (const part of attached) {
    const finding = ports.findSecret(part, undefined, roots[0]);
    if (finding) return deny(kind, inAttachment(finding));
  }
  // The editor's text of a file may differ from the disk by unsaved changes; the text is what reaches the model.
  const onDisk = text !== undefined && !isPrompt ? files.slice(1) : files;
  for (const path of onDisk) {
    const finding = ports.findSecret(ports.readText(path), path, roots[0]);
    if (finding) return blockFile(kind, path, finding, roots, ports);
  }
  for (const path of new Set(others)) {
    const found = ports.readTextIfFile(path);
    const finding = found === undefined ? undefined : ports.findSecret(found, path, roots[0]);
    if (finding) return blockFile(kind, path, finding, roots, ports);
  }
  return undefined;
}

function inPrompt({ rule, line, advice }: Finding): string {
  return `Blocked: the prompt holds a secret (${rule}, line ${line}). ${advice ?? 'Take it out and send the prompt again.'}`;
}

function inAttachment({ rule, line, advice }: Finding): string {
  return `Blocked: an attachment holds a secret (${rule}, line ${line} of it). ${advice ?? 'Take it out and try again.'}`;
}

function blockFile(
  kind: EventKind,
  path: string,
  { rule, line, advice }: Finding,
  roots: readonly string[],
  { ignore, ignoreFile }: GuardPorts,
): Answer {
  const added = ignore(path, roots)
    ? ` The file was added to ${ignoreFile}.`
    : ` The file could not be added to ${ignoreFile}: add it yourself.`;
  const next = ` Do not try to read it in another way. ${advice ?? 'Move the secret out of the file and revoke it.'}`;
  return deny(kind, `Blocked: ${path} holds a secret (${rule}, line ${line}).${added}${next}`);
}

/** Only texts of our own: the message of anything else might quote what was read. */
function reasonOf(error: unknown, { repair }: GuardPorts): string {
  if (error instanceof BadInput)
    return `Blocked: the secrets guard does not understand the editor's question (${error.message}). Update service-cli, then run: ${repair}`;
  if (error instanceof Unreadable) return `Blocked: ${error.message}, so it cannot be checked for secrets.`;
  return 'Blocked: the secrets guard failed. Run: service-cli system status';
}
