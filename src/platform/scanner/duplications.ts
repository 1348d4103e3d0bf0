import { hash } from 'node:crypto';
import type { IClone, IMapFrame, IStore } from '@jscpd/core';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Duplication } from '../analysis/report.ts';
import type { SourceFile } from './sourceFiles.ts';

/** As the real platform counts for these languages: so many tokens, over so many lines. */
const minTokens = 100;
const minLines = 10;

interface Block {
  readonly path: string;
  /** First and last line, from 1. */
  readonly first: number;
  readonly last: number;
}

/** Duplicated blocks of code by file, found by jscpd; tests repeat themselves and don't count. */
export async function findDuplications(files: readonly SourceFile[]): Promise<Map<string, Duplication[]>> {
  const [{ Detector, getModeByName }, { Tokenizer }] = await Promise.all([
    import('@jscpd/core'),
    import('@jscpd/tokenizer'),
  ]).catch((error: unknown) => {
    throw new Failure('storage', `An analyzer can't be loaded: ${messageOf(error)}`, { cause: error });
  });
  const detector = new Detector(new Tokenizer(), new FirstSeen(), [], {
    minTokens,
    // It counts the lines from the first to the last, which is one less.
    minLines: minLines - 1,
    mode: getModeByName('weak'),
    hashFunction: (value) => hash('md5', value),
  });
  const groups = new Map<string, Block[]>();
  for (const { path, language, scope, source } of files) {
    if (scope === 'TEST') continue;
    for (const clone of await detector.detect(path, source, formats[language])) addTo(groups, clone);
  }
  return byFile([...groups.values()]);
}

const formats: Readonly<Record<SourceFile['language'], string>> = { js: 'javascript', ts: 'typescript' };

/** Each clone is a new block and the first that it is like: all that are like the same one are a group. */
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

/** A block that is repeated everywhere names so many others. */
const shownCopies = 100;

function byFile(groups: readonly (readonly Block[])[]): Map<string, Duplication[]> {
  const files = new Map<string, Duplication[]>();
  for (const group of groups)
    for (const block of group) {
      const { path, first, last } = block;
      const known = files.get(path) ?? [];
      files.set(path, known);
      const copies = group.filter((other) => other !== block).slice(0, shownCopies);
      known.push({ first, last, copies });
    }
  return files;
}

/**
 * Where each run of tokens was seen first. A run that goes on must go on in the same place: jscpd would otherwise give
 * a clone the beginning of one block and the end of another.
 */
class FirstSeen implements IStore<IMapFrame> {
  readonly #frames = new Map<string, IMapFrame>();
  #last: IMapFrame | undefined;
  #format = '';

  namespace(format: string): void {
    this.#format = format;
    this.#last = undefined;
  }

  get(id: string): Promise<IMapFrame> {
    const found = this.#frames.get(this.#format + id);
    const goesOn = found && (!this.#last || follows(found, this.#last));
    this.#last = goesOn ? found : undefined;
    return goesOn ? Promise.resolve(found) : Promise.reject(notSeen);
  }

  set(id: string, { sourceId, start, end }: IMapFrame): Promise<IMapFrame> {
    // Of a token only its place is kept: there is a frame for each token of the project.
    const frame: IMapFrame = { id, sourceId, start: placed(start), end: placed(end) };
    const key = this.#format + id;
    if (!this.#frames.has(key)) this.#frames.set(key, frame);
    return Promise.resolve(frame);
  }

  close(): void {
    this.#frames.clear();
  }
}

const notSeen = new Error('not seen');

const follows = (frame: IMapFrame, before: IMapFrame): boolean =>
  frame.sourceId === before.sourceId && frame.start.range[0] > before.start.range[0];

const placed = ({ range, loc }: IMapFrame['start']): IMapFrame['start'] => ({
  type: '',
  value: '',
  length: 0,
  format: '',
  range,
  ...(loc ? { loc: { start: { line: loc.start.line }, end: { line: loc.end.line } } } : {}),
});
