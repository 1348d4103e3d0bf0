import { join } from 'node:path';
import * as z from 'zod/mini';
import { type AgentLayout, secretsEvents } from '../../../agents/agent.ts';
import { Failure } from '../../../core/failures.ts';
import { parse, parseJson } from '../../../core/parsing.ts';
import type { ServiceHome } from '../../../node/files/serviceHome.ts';
import { readIfPresent } from '../../../node/files/transaction/fileSteps.ts';

const note = z.object({ at: z.iso.datetime(), answer: z.enum(['allowed', 'denied']) });

/** The last time that an agent called a hook; without `at`, it never did. */
export interface LastCall {
  readonly event: string;
  readonly at?: string;
  readonly answer?: 'allowed' | 'denied';
}

/** Returns the last call of each secrets hook of an agent, from any folder. */
export async function lastCalls({ calls }: ServiceHome, editor: AgentLayout): Promise<LastCall[]> {
  return Promise.all(
    secretsEvents(editor).map(async (event) => {
      const path = join(calls, `${editor.id} ${event}.json`);
      const bytes = await readIfPresent(path);
      if (bytes === undefined) return { event };
      try {
        return { event, ...parse(note, parseJson(Buffer.from(bytes).toString('utf8'), path), path) };
      } catch (error) {
        // A hook was killed while it wrote the note: the next call replaces it.
        if (!Failure.is(error)) throw error;
        return { event };
      }
    }),
  );
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
