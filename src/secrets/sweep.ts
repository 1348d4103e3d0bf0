import type { Source } from './candidates/candidate.ts';
import type { Sink } from './claim.ts';
import { eachKeyword, indexKeywords, type KeywordIndex, type Stretch } from './keywordIndex.ts';
import { readers, triggers } from './triggers.ts';

let index: KeywordIndex | undefined;

/**
 * Returns a function that runs every trigger whose keyword begins in a stretch of the text, in one pass. The stretches
 * follow one another. Each reader reports how far it has read, so that no part of the text is read again and again.
 */
export function createSweep(source: Source, sink: Sink): (stretch: Stretch) => void {
  index ??= indexKeywords(triggers.map(({ keyword }) => keyword));
  const known = index;
  const readTo = new Int32Array(readers);
  const visit = (number: number, start: number): void => {
    const trigger = triggers[number];
    if (!trigger) return;
    const { reader, keyword } = trigger;
    const limit = readTo[reader] ?? 0;
    source.steps += keyword.length;
    if (start >= limit)
      readTo[reader] = Math.max(limit, trigger.read(source, start, start + keyword.length, sink));
  };
  return (stretch) => {
    eachKeyword(known, source.text, visit, stretch);
    source.steps += stretch.to - stretch.from;
  };
}
