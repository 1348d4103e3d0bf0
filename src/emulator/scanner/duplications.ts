import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IClone, IMapFrame, IStore } from '@jscpd/core';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Duplication } from '../store/analyses/files.ts';
import type { SourceFile } from '../report.ts';

/** Minimum size of a duplicated block, in tokens and lines, as on the real platform for these languages. */
const minTokens = 100;
const minLines = 10;

interface Block {
  readonly path: string;
  /** First and last line, from 1. */
  readonly first: number;
  readonly last: number;
}

/** Finds duplicated blocks by file with jscpd. Tests are left out, as on the platform. */
export async function findDuplications(files: readonly SourceFile[]): Promise<Map<string, Duplication[]>> {
  const [{ Detector, getModeByName }, { Tokenizer }] = await Promise.all([
    import('@jscpd/core'),
    import('@jscpd/tokenizer'),
  ]).catch((error: unknown) => {
    throw new Failure('storage', `An analyzer cannot be loaded: ${messageOf(error)}`, { cause: error });
  });
  const detector = new Detector(new Tokenizer(), new FirstSeen(), [], {
    minTokens,
    // jscpd computes the last line minus the first, which is one less than the number of lines.
    minLines: minLines - 1,
    mode: getModeByName('weak'),
    hashFunction: (value) => hash('md5', value),
  });
  const groups = new Map<string, Block[]>();
  for (const { path, language, scope, source } of files) {
    if (scope === 'TEST') continue;
    for (const clone of await detector.detect(path, source, formats[language])) addTo(groups, clone);
    // Signals and the answers of the analyzers arrive only between two turns of the event loop.
    await nextTurn();
  }
  return byFile([...groups.values()]);
}

const formats: Readonly<Record<SourceFile['language'], string>> = { js: 'javascript', ts: 'typescript' };

/** Adds a clone: a new block and the first block that it repeats. Repetitions of one block form a group. */
function addTo(groups: Map<string, Block[]>, { duplicationA, duplicationB }: IClone): void {
  const original = blockOf(duplicationB);
  const key = JSON.stringify(original);
  const group = groups.get(key) ?? [original];
  groups.set(key, group);
  group.push(blockOf(duplicationA));
}

const blockOf = ({ sourceId, start, end }: IClone['duplicationA']): Block => ({
  path: sourceId,
  first: start.line,
  last: end.line,
});

/** Maximum number of copies per block, because a frequent block would list too many. */
const shownCopies = 100;

function byFile(groups: readonly (readonly Block[])[]): Map<string, Duplication[]> {
  const files = new Map<string, Duplication[]>();
  for (const group of groups) {
    for (const block of group) {
      const { path, first, last } = block;
      const known = files.get(path) ?? [];
      files.set(path, known);
      const copies = group.filter((other) => other !== block).slice(0, shownCopies);
      known.push({ first, last, copies });
    }
  }
  return files;
}

/**
 * Stores the first place of each run of tokens. A run that continues must continue in the same place: otherwise jscpd
 * would give a clone the beginning of one block and the end of another.
 *
 * There is a run for each token of the project, so each is stored as five numbers only: as objects, the runs took most
 * of the memory of an analysis of 100,000 lines.
 */
class FirstSeen implements IStore<IMapFrame> {
  readonly #formats = new Map<string, Map<string, number>>();
  readonly #sources: string[] = [];
  /** Per run: source, first and last line, first and last character. */
  readonly #places: number[] = [];
  #runs = new Map<string, number>();
  #last: IMapFrame | undefined;

  namespace(format: string): void {
    this.#runs = this.#formats.get(format) ?? new Map<string, number>();
    this.#formats.set(format, this.#runs);
    this.#last = undefined;
  }

  get(id: string): Promise<IMapFrame> {
    const at = this.#runs.get(id);
    const found = at === undefined ? undefined : this.#frameAt(at, id);
    const goesOn = found && (!this.#last || follows(found, this.#last));
    this.#last = goesOn ? found : undefined;
    return goesOn ? Promise.resolve(found) : Promise.reject(notSeen);
  }

  set(id: string, frame: IMapFrame): Promise<IMapFrame> {
    if (!this.#runs.has(id)) this.#runs.set(id, this.#keep(frame));
    return Promise.resolve(frame);
  }

  close(): void {
    this.#formats.clear();
    this.#sources.length = 0;
    this.#places.length = 0;
  }

  #keep({ sourceId, start, end }: IMapFrame): number {
    // jscpd passes all runs of a file before those of the next file.
    if (this.#sources.at(-1) !== sourceId) this.#sources.push(sourceId);
    const lines = [start.loc?.start.line ?? 0, end.loc?.end.line ?? 0];
    return this.#places.push(this.#sources.length - 1, ...lines, start.range[0], end.range[1]) - 5;
  }

  #frameAt(at: number, id: string): IMapFrame {
    const [source = 0, first = 0, last = 0, from = 0, to = 0] = this.#places.slice(at, at + 5);
    const place = { ...token, range: [from, to] as [number, number] };
    return {
      id,
      sourceId: this.#sources[source] ?? '',
      start: { ...place, loc: { start: { line: first }, end: { line: first } } },
      end: { ...place, loc: { start: { line: last }, end: { line: last } } },
    };
  }
}

const token = { type: '', value: '', length: 0, format: '' };

const notSeen = new Error('not seen');

const follows = (frame: IMapFrame, before: IMapFrame): boolean =>
  frame.sourceId === before.sourceId && frame.start.range[0] > before.start.range[0];
