import { join } from 'node:path';
import * as z from 'zod/mini';
import { jsonIn } from '../../../agents/request/encodedTexts.ts';
import { folderEntries } from '../../../node/files/folderEntries.ts';
import type { ServiceHome } from '../../../node/files/serviceHome.ts';
import { maxOwnBytes } from '../../../node/files/readAtMost.ts';
import { readInside, UnsafePath } from '../../../node/files/realPath.ts';
import { isRecordName } from '../../decisionRecord.ts';

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
