import { buildAutomaton, type Automaton } from './automaton.ts';
import type { Source } from './candidates/candidate.ts';
import type { Sink } from './claim.ts';
import { readers, triggers } from './triggers.ts';

let automaton: Automaton | undefined;

/**
 * Runs every trigger where its keyword stands, in one pass: one table look-up per character, and work only at hits.
 * Each reader says how far it has read, so that no stretch of text is read again and again.
 */
export function sweep(source: Source, sink: Sink): void {
  automaton ??= buildAutomaton(triggers.map(({ keyword }) => keyword));
  const { text } = source;
  const { columns, next, firstHit, width, hits } = automaton;
  const readTo = new Int32Array(readers);
  let state = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    state = code < 128 ? (next[state + (columns[code] ?? 0)] ?? 0) : 0;
    if (state < firstHit) continue;
    for (const index of hits[(state - firstHit) / width] ?? []) {
      const trigger = triggers[index];
      if (!trigger) continue;
      const start = i + 1 - trigger.keyword.length;
      const limit = readTo[trigger.reader] ?? 0;
      if (start < limit) continue;
      readTo[trigger.reader] = Math.max(limit, trigger.read(source, start, i + 1, sink));
    }
  }
  source.steps += text.length;
}
