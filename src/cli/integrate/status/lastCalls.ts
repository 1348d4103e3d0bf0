import { join } from 'node:path';
import * as z from 'zod/mini';
import { type AgentLayout, secretsEvents } from '../../../agents/agent.ts';
import { Failure } from '../../../core/failures.ts';
import { parse, parseJson } from '../../../core/parsing.ts';
import type { ServiceHome } from '../../../node/files/serviceHome.ts';
import { readInside, UnsafePath } from '../../../node/files/realPath.ts';

const note = z.object({ at: z.iso.datetime(), answer: z.enum(['allowed', 'denied']) });

/** The last time that an agent called a hook; without `at`, it never did. */
export interface LastCall {
  readonly event: string;
  readonly at?: string;
  readonly answer?: 'allowed' | 'denied';
}

/** Returns the last call of each secrets hook of an agent, from any folder. */
export function lastCalls({ calls }: ServiceHome, editor: AgentLayout): readonly LastCall[] {
  return secretsEvents(editor).map((event) => {
    const path = join(calls, `${editor.id} ${event}.json`);
    try {
      const bytes = readInside(calls, path);
      return { event, ...(bytes && parse(note, parseJson(bytes.toString('utf8'), path), path)) };
    } catch (error) {
      // A hook was killed while it wrote the note, or an agent has put something else in its place.
      if (!Failure.is(error) && !(error instanceof UnsafePath)) throw error;
      return { event };
    }
  });
}

/** Returns the last calls in one line for people. */
export function wordsOfCalls(calls: readonly LastCall[]): string {
  const called = calls.filter(({ at }) => at !== undefined);
  const never = calls.filter(({ at }) => at === undefined).map(({ event }) => event);
  const last = called.map(({ event, at, answer }) => `${event} at ${at ?? ''} (${answer ?? ''})`);
  return [
    ...(last.length > 0 ? [`last called: ${last.join(', ')}`] : []),
    ...(never.length > 0 ? [`never called: ${never.join(', ')}`] : []),
  ].join('; ');
}
