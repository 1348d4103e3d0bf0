import { sep } from 'node:path';
import { printable } from '../core/printable.ts';
import { shellWord } from '../core/shellWord.ts';
import type { CommandDenial } from './checkCommands.ts';
import {
  BadInput,
  type CheckedKind,
  type Finding,
  type FindSecret,
  type HookInput,
  Unreadable,
  type MemoryFiles,
} from './protocol.ts';
import type { TimeLimit } from './timeLimit.ts';

/** The side effects that the decision needs. When one of them throws, the event is denied. */
export interface HookPorts {
  /** Returns the reason why the user is not authenticated, or undefined. */
  readonly whyUnauthenticated: () => string | undefined;
  /** Returns the text of a file. Throws `Unreadable` for a file that is missing, cannot be read or is not text. */
  readonly readText: (path: string) => string;
  /** As `readText`, but returns undefined for a name without a file. */
  readonly readTextIfFile: (path: string) => string | undefined;
  readonly findSecret: FindSecret;
  /** Called with the rule and the file of the secret for which an event is denied. */
  readonly noteCause: (rule: string, path: string | undefined) => void;
  readonly checkCommands: (input: HookInput, findSecret: FindSecret) => Promise<CommandDenial | undefined>;
  /** Returns why the changes of files in the request are denied, or undefined. */
  readonly checkWrites: (input: HookInput) => Promise<string | undefined>;
  /** Adds the file to the agent's ignore list. Returns false when that was not possible. */
  readonly ignore: (path: string, roots: readonly string[]) => boolean;
  /** Name of the ignore list; undefined for an agent without one. */
  readonly ignoreFile: string | undefined;
  /** The command that replaces outdated hooks by current ones. */
  readonly repair: string;
  readonly time: TimeLimit;
}

/** Whether an event may happen; if not, the reason in words for the user and the agent. A warning is for the user only. */
export type Decision =
  | { readonly allowed: true; readonly warning?: string | undefined }
  | {
      readonly allowed: false;
      readonly reason: string;
      /** Whether the event was not checked completely, so that there may be more than the reason names. */
      readonly isFault: boolean;
    };

/** Decides about one event of a secrets hook. Never throws: an error becomes a denial that names the fix. */
export async function decide(kind: CheckedKind, read: () => HookInput, ports: HookPorts): Promise<Decision> {
  try {
    const problem = ports.whyUnauthenticated();
    if (problem !== undefined) return denied(`Blocked: the secrets hook is inactive. ${problem}`, true);
    const input = read();
    let warning: string | undefined;
    const findSecret: FindSecret = (text, path, root) => {
      const finding = ports.findSecret(text, path, root);
      if (finding?.isWarning !== true) return finding;
      warning ??= hiddenIn(path ?? (kind === 'prompt' ? 'The prompt' : 'A text'), finding.line);
      return undefined;
    };
    const reason = await reasonToDeny(kind, input, { ...ports, findSecret });
    return reason === undefined
      ? { allowed: true, ...(warning !== undefined && { warning: printable(warning) }) }
      : denied(reason, false);
  } catch (error) {
    return denied(reasonOf(error, ports), true);
  }
}

/** @param reason May name files, whose names a repository chooses, and which terminals and agents print. */
function denied(reason: string, isFault: boolean): Decision {
  return { allowed: false, reason: printable(reason), isFault };
}

async function reasonToDeny(
  kind: CheckedKind,
  input: HookInput,
  ports: HookPorts,
): Promise<string | undefined> {
  const { text, attached, toolArguments, outputs, files, others, memory, roots } = input;
  const isPrompt = kind === 'prompt';
  if (text !== undefined) {
    const finding = ports.findSecret(text, isPrompt ? undefined : files[0], roots[0]);
    if (finding)
      return isPrompt ? inText(prompt, finding, ports) : hideFile(files[0] ?? '', finding, roots, ports);
  }
  for (const [parts, words] of [
    [attached, attachment],
    [toolArguments, argumentsOfTool],
    [outputs, output],
  ] as const)
    for (const part of parts) {
      ports.time.refuseLate();
      const finding = ports.findSecret(part, undefined, roots[0]);
      if (finding) return inText(words, finding, ports);
    }
  // The text that the editor sends may differ from the file on disk by unsaved changes; the editor's text is the one
  // that reaches the model.
  const onDisk = text !== undefined && !isPrompt ? files.slice(1) : files;
  for (const path of onDisk) {
    ports.time.refuseLate();
    const finding = ports.findSecret(ports.readText(path), path, roots[0]);
    if (finding) return hideFile(path, finding, roots, ports);
  }
  for (const path of new Set(others)) {
    ports.time.refuseLate();
    const found = ports.readTextIfFile(path);
    const finding = found === undefined ? undefined : ports.findSecret(found, path, roots[0]);
    if (finding) return hideFile(path, finding, roots, ports);
  }
  if (memory)
    for (const { path, text: instructions } of importedFiles(memory, ports.readTextIfFile)) {
      ports.time.refuseLate();
      const finding = ports.findSecret(instructions, path, roots[0]);
      if (finding) return hideFile(path, finding, roots, ports);
    }
  if (input.writes.length > 0 || input.settings) {
    const reason = await ports.checkWrites(input);
    if (reason !== undefined) return reason;
  }
  if (input.commands.length === 0 && input.searches.length === 0) return undefined;
  const denial = await ports.checkCommands(input, ports.findSecret);
  if (denial === undefined || 'reason' in denial) return denial?.reason;
  return hideFile(denial.path, denial.finding, roots, ports);
}

/** The words about a text without a file: for a secret, for hidden characters, and what to do about a secret. */
interface TextWords {
  readonly secret: string;
  readonly hidden: string;
  readonly next: string;
}

const prompt: TextWords = {
  secret: 'Blocked: the prompt contains',
  hidden: 'Blocked: The prompt',
  next: 'Remove it and send the prompt again.',
};
const attachment: TextWords = {
  secret: 'Blocked: an attachment contains',
  hidden: 'Blocked: A text',
  next: 'Remove it and try again.',
};
const argumentsOfTool: TextWords = { ...attachment, secret: 'Blocked: the arguments of the tool contain' };
const output: TextWords = {
  secret: 'Withheld: the output of the tool contains',
  hidden: 'Withheld: The output of the tool',
  next: 'Revoke it and create a new one.',
};

function inText(
  { secret, hidden, next }: TextWords,
  { rule, line, advice, isHidden }: Finding,
  { noteCause }: HookPorts,
): string {
  noteCause(rule, undefined);
  return isHidden ? hiddenIn(hidden, line) : `${secret} a secret (${rule}, line ${line}). ${advice ?? next}`;
}

function hiddenIn(what: string, line: number): string {
  return `${what} has characters in line ${line} that a person does not see and an agent reads. Open it in an editor that shows them, and remove them.`;
}

/** Puts the file on the agent's ignore list, and returns the reason to deny. */
function hideFile(
  path: string,
  { rule, line, advice, isHidden }: Finding,
  roots: readonly string[],
  { ignore, ignoreFile, noteCause }: HookPorts,
): string {
  noteCause(rule, path);
  if (isHidden) return hiddenIn(`Blocked: ${path}`, line);
  const added =
    ignoreFile === undefined
      ? ''
      : ignore(path, roots)
        ? ` The file was added to ${ignoreFile}.`
        : ` The file could not be added to ${ignoreFile}. Add it yourself.`;
  const allow = advice ?? `Move the secret out of the file and revoke it. ${allowAdvice(path, line)}`;
  const use = environmentFile.test(path)
    ? ' To give a value of it to a program, run service-cli run --with NAME -- COMMAND.'
    : '';
  // The advice ends with a command, which a text behind it would lengthen.
  const next = ` Do not try to read it in another way.${use} ${allow}`;
  return `Blocked: ${path} contains a secret (${rule}, line ${line}).${added}${next}`;
}

/** A file whose values a program gets as variables. */
const environmentFile = /(?:^|[\\/])\.env(?:\.[\w.]+)?$|\.env$/;

/** Only the user can do that: the command asks in a terminal that is not the agent's. */
function allowAdvice(path: string, line: number): string {
  return `If it is not a secret, the user can allow it in a terminal: service-cli policy allow ${shellWord(`${path}:${line}`, `FILE:${line}`, sep === '\\')}`;
}

/** Returns only texts of this program: the message of any other error might quote the checked text. */
function reasonOf(error: unknown, { repair }: HookPorts): string {
  if (error instanceof BadInput)
    return `Blocked: the secrets hook cannot read the event of the editor (${error.message}). Update service-cli, then run: ${repair}`;
  if (error instanceof Unreadable) return `Blocked: ${error.message}, so it cannot be checked for secrets.`;
  return 'Blocked: the secrets hook failed. Run: service-cli system status';
}

/** Claude Code and Gemini CLI follow imports five times. */
const maxHops = 5;

/** Files; instructions that import more cannot be checked in time. */
const maxFiles = 200;

/**
 * Yields the files that an agent adds to a prompt, those that others import after those.
 *
 * @throws {Unreadable} for more files than can be checked.
 */
function* importedFiles(
  { files, importsOf }: MemoryFiles,
  readTextIfFile: (path: string) => string | undefined,
): Generator<{ readonly path: string; readonly text: string }> {
  const known = new Set<string>();
  let found = 0;
  let level = files;
  for (let hop = 0; hop <= maxHops && level.length > 0; hop++) {
    const next: string[] = [];
    for (const path of level) {
      if (known.has(path)) continue;
      known.add(path);
      const text = readTextIfFile(path);
      if (text === undefined) continue;
      if (++found > maxFiles) throw new Unreadable(`${path} is one of more than ${maxFiles} imported files`);
      yield { path, text };
      next.push(...importsOf(text, path));
    }
    level = next;
  }
}
