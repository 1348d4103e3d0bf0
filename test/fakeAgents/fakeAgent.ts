import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fields, isFields } from '../../src/core/fields.ts';
import type { EventKind } from '../../src/agents/protocol.ts';
import type { RanCommand } from './runCommand.ts';

/** The cases that every agent is asked. */
export type CaseName = 'prompt' | 'read' | 'shell' | 'mcp' | 'output' | 'session' | 'turn' | 'unknownTool';

/** A request in the form of the agent's documentation. */
export interface Recorded {
  readonly event: string;
  readonly kind: EventKind;
  readonly request: Fields;
}

/** A hook as the agent's file has it. */
export interface FoundHook {
  readonly command: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** The switch that makes the agent block when the hook fails. */
  readonly blocksOnFailure?: boolean;
}

export interface Verdict {
  /** At the end of a turn: whether the turn ends; otherwise, the model gets the message. */
  readonly passes: boolean;
  /** The message to the user or the agent. */
  readonly message?: string | undefined;
  /** The text that reaches the model instead of the output of a tool; undefined: the output itself. */
  readonly replacement?: unknown;
  readonly context?: string | undefined;
}

/** An agent as far as its hooks are concerned, by its documentation. */
export interface FakeAgent {
  readonly id: string;
  /** The page of the vendor's documentation from which requests and rules come. */
  readonly page: string;
  /** The variables that the agent sets for a hook. */
  readonly env?: (root: string) => NodeJS.ProcessEnv;
  /** Returns the requests; `subject` is a prompt, a path, a command line, an argument or an output. */
  readonly cases: Readonly<Partial<Record<CaseName, (root: string, subject: string) => Recorded>>>;
  readonly hooksFor: (root: string, event: string) => readonly FoundHook[];
  readonly judge: (kind: EventKind, ran: RanCommand, hook: FoundHook) => Verdict;
}

export function jsonIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function readJson(root: string, path: string): Fields {
  const file = join(root, path);
  if (!existsSync(file)) return {};
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isFields(value) ? value : {};
}

export function listIn(value: unknown, ...path: string[]): readonly Fields[] {
  const found = path.reduce<unknown>((item, key) => (isFields(item) ? item[key] : undefined), value);
  return Array.isArray(found) ? found.filter(isFields) : [];
}

/** The hooks of a file in which an event has a list of groups. */
export function groupedHooks(file: Fields, path: readonly string[], unit: number): FoundHook[] {
  return listIn(file, ...path)
    .flatMap((group) => listIn(group, 'hooks'))
    .map(({ command, timeout, onFailure }) => ({
      command: String(command),
      timeoutMs: Number(timeout ?? 60) * unit,
      blocksOnFailure: onFailure === 'block',
    }));
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
