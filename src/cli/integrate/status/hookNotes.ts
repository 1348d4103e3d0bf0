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
  const path = join(layout.root, place.files.secretsHooks);
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
