import type { Source } from './candidates/candidate.ts';
import type { Sink } from './claim.ts';
import { eachKeyword, indexKeywords, type KeywordIndex } from './keywordIndex.ts';
import { readers, triggers } from './triggers.ts';

let index: KeywordIndex | undefined;

/**
 * Runs every trigger where its keyword stands, in one pass, with work only at hits. Each reader says how far it has
 * read, so that no stretch of text is read again and again.
 */
export function sweep(source: Source, sink: Sink): void {
  index ??= indexKeywords(triggers.map(({ keyword }) => keyword));
  const readTo = new Int32Array(readers);
  eachKeyword(index, source.text, (number, start) => {
    const trigger = triggers[number];
    if (!trigger) return;
    const { reader, keyword } = trigger;
    const limit = readTo[reader] ?? 0;
    source.steps += keyword.length;
    if (start >= limit)
      readTo[reader] = Math.max(limit, trigger.read(source, start, start + keyword.length, sink));
  });
  source.steps += source.text.length;
}
