import { join } from 'node:path';
import * as z from 'zod/mini';
import { Failure } from '../../../core/failures.ts';
import { valueAt } from '../../../core/fields.ts';
import { parse, parseJson } from '../../../core/parsing.ts';
import { readTextIfPresent } from '../../../node/files/textFile.ts';
import { type JsonDocument, openJsonDocument } from '../../../node/json/jsonDocument.ts';
import type { Files } from '../plan.ts';
import { hooksOf, type Layout } from '../layout.ts';
import { listAt, isOurs } from '../resources/hookEntries.ts';
import { type AgentLayout, secretsEvents } from '../../../agents/agent.ts';
import type { ServiceHome } from '../../../node/files/serviceHome.ts';
import { readInside, UnsafePath } from '../../../node/files/realPath.ts';
import { jsonIn } from '../../../agents/request/encodedTexts.ts';
import { folderEntries } from '../../../node/files/folderEntries.ts';
import { maxOwnBytes } from '../../../node/files/openFile.ts';
import { isRecordName } from '../../decisionRecord.ts';

/**
 * Returns a sentence for each setting that keeps the agent from calling its hooks. A setting of a project switches the
 * hooks for all projects off, too.
 *
 * @param roots The open project and the home folder of the user.
 */
export async function switchedOff(
  { editor, root, scope }: Layout,
  roots: readonly string[],
): Promise<string[]> {
  if (scope === 'system') return [];
  const notes: string[] = [];
  for (const folder of new Set([root, ...roots]))
    for (const { file, setting, off } of editor.hooks?.switches ?? []) {
      const path = join(folder, file);
      const text = await readTextIfPresent(path);
      if (text !== undefined && valueAt(documentIn(path, Buffer.from(text))?.value, setting) === off)
        notes.push(
          `${path} switches all hooks of ${editor.title} off: ${setting.join('.')} is ${off}. Remove the setting.`,
        );
    }
  return notes;
}

/** Returns undefined for a file that the agent cannot read either. If it has our hooks, their status reports it. */
function documentIn(path: string, bytes: Uint8Array): JsonDocument | undefined {
  try {
    return openJsonDocument(path, bytes);
  } catch (error) {
    if (!Failure.is(error)) throw error;
    return undefined;
  }
}

/** Hooks of other programs may answer before ours, or change the request that ours has checked. */
export function foreignHooks(layout: Layout, { bytes }: Files): string[] {
  const { hooks, place } = hooksOf(layout) ?? {};
  if (!hooks || !place || hooks.format.kind !== 'shared') return [];
  const { listOf } = hooks.format;
  const path = join(layout.root, place.file);
  const current = bytes.get(path);
  const document = current && documentIn(path, current);
  if (!document) return [];
  const events = [...new Set(hooks.entries.map(({ event }) => event))];
  const foreign = events.filter((event) => listAt(document, listOf(event)).some((entry) => !isOurs(entry)));
  return foreign.length === 0 ? [] : [`${path} also has hooks of other programs for ${foreign.join(', ')}.`];
}

/** The time in milliseconds; earlier versions wrote it as text. */
const note = z.object({
  at: z.union([z.int().check(z.minimum(0), z.maximum(8.64e15)), z.iso.datetime()]),
  answer: z.enum(['allowed', 'masked', 'denied']),
});

/** The last time that an agent called a hook; without `at`, it never did. */
export interface LastCall {
  readonly event: string;
  readonly at?: string;
  readonly answer?: z.output<typeof note>['answer'];
}

export function lastCalls({ calls }: ServiceHome, editor: AgentLayout): readonly LastCall[] {
  return secretsEvents(editor).map((event) => {
    const path = join(calls, `${editor.id} ${event}.json`);
    try {
      const bytes = readInside(calls, path);
      if (!bytes) return { event };
      const { at, answer } = parse(note, parseJson(bytes.toString('utf8'), path), path);
      return { event, at: new Date(at).toISOString(), answer };
    } catch (error) {
      // A hook was killed while it wrote the note, or an agent has put something else in its place.
      if (!Failure.is(error) && !(error instanceof UnsafePath)) throw error;
      return { event };
    }
  });
}

export function wordsOfCalls(calls: readonly LastCall[]): string {
  const called = calls.filter(({ at }) => at !== undefined);
  const never = calls.filter(({ at }) => at === undefined).map(({ event }) => event);
  const last = called.map(({ event, at, answer }) => `${event} at ${at ?? ''} (${answer ?? ''})`);
  return [
    last.length > 0 && `last called: ${last.join(', ')}`,
    never.length > 0 && `never called: ${never.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** What the hooks of one agent denied and masked in the last seven days, in all folders. */
export interface WeekOfDecisions {
  readonly denied: number;
  readonly masked: number;
  /** Rules of the secrets, the most frequent first. */
  readonly rules: readonly string[];
  /** Files for which an event was denied, the newest first. */
  readonly files: readonly string[];
}

const weekMs = 7 * 24 * 60 * 60 * 1_000;

const line = z.object({
  at: z.number(),
  agent: z.string(),
  event: z.string(),
  answer: z.enum(['masked', 'denied']),
  rules: z.optional(z.array(z.string())),
  path: z.optional(z.string()),
});

type ReadLine = z.output<typeof line>;

/** Returns what the hooks of each agent denied and masked in the week before a time, by the id of the agent. */
export function weekOfDecisions(
  { decisions }: ServiceHome,
  now: number,
): ReadonlyMap<string, WeekOfDecisions> {
  const since = now - weekMs;
  const firstDay = new Date(since).toISOString().slice(0, 10);
  // No hook has denied or masked anything yet, or something else is in the place of the folder: no entries.
  const lines = folderEntries(decisions)
    .map(({ name }) => name)
    .sort()
    .filter((name) => isRecordName(name) && name >= firstDay)
    .flatMap((name) => linesOf(decisions, join(decisions, name)))
    .filter(({ at }) => at >= since)
    .sort((one, other) => other.at - one.at);
  const agents = new Set(lines.map(({ agent }) => agent));
  return new Map(
    Array.from(agents, (agent) => [agent, summaryOf(lines.filter((each) => each.agent === agent))]),
  );
}

function summaryOf(lines: readonly ReadLine[]): WeekOfDecisions {
  const counts = new Map<string, number>();
  for (const rule of lines.flatMap(({ rules = [] }) => rules)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const countOf = (answer: ReadLine['answer']): number =>
    lines.filter((each) => each.answer === answer).length;
  return {
    denied: countOf('denied'),
    masked: countOf('masked'),
    rules: [...counts].sort(([, one], [, other]) => other - one).map(([rule]) => rule),
    files: [...new Set(lines.flatMap(({ path }) => path ?? []))],
  };
}

/** Returns the complete lines of a file; a killed hook may have left a part of one. */
function linesOf(folder: string, path: string): ReadLine[] {
  try {
    const text = readInside(folder, path, maxOwnBytes)?.toString('utf8') ?? '';
    return text.split('\n').flatMap((each) => {
      const { data } = z.safeParse(line, jsonIn(each));
      return data ?? [];
    });
  } catch (error) {
    // An agent has put something else in its place.
    if (!(error instanceof UnsafePath)) throw error;
    return [];
  }
}

export function wordsOfWeek({ denied, masked, rules, files }: WeekOfDecisions): string {
  const kinds = rules.length === 0 ? '' : `; found: ${rules.join(', ')}`;
  const where =
    files.length === 0
      ? ''
      : `; in ${files.slice(0, mostFiles).join(', ')}${files.length > mostFiles ? ' and others' : ''}`;
  return `in the last seven days: ${denied} denied, ${masked} masked${kinds}${where}`;
}

const mostFiles = 3;
