import { createSource, type Source, type RuleMatch } from './candidates/candidate.ts';
import { classify, type Model, provenStrength } from './classifier/classifier.ts';
import { type Finding, toFindings } from './finding.ts';
import { genericRules } from './genericRules.data.ts';
import { isTokenOfNewerForm } from './candidates/judgement.ts';
import type { Stretch } from './keywords/keywordIndex.ts';
import { createKeywordScanner } from './keywords/keywordScanner.ts';

export interface ScanOptions {
  /** The path of the text. Only its extension is used; the engine reads no file. */
  readonly path?: string;
  /** A model in the place of the one that ships; for validation. */
  readonly model?: Model;
  /** Whether comments in the text allow nothing: an agent and a repository can write them. */
  readonly ignoresComments?: boolean;
  /** Whether tokens with a wrong checksum are findings (low confidence). They block nothing: no vendor accepts them. */
  readonly findsDoubtful?: boolean;
}

interface ScanResult {
  /** In the order of the text, without overlaps and without findings that comments in the text allow (`ignoresComments`). */
  readonly findings: readonly Finding[];
  /** The number of characters that were read, a measure of the work. It is linear in the length of the text. */
  readonly steps: number;
}

/** Finds the secrets in a text. Pure: no clock, no disk, the same answer every time. */
export function scan(text: string, options: ScanOptions = {}): ScanResult {
  const scanning = new Scanning(text, options);
  scanning.advance(text.length);
  return scanning.result();
}

/** A scan in slices, so that other work can run in between. The result is the same as that of `scan`. */
export class Scanning {
  readonly #source: Source;
  readonly #matches: RuleMatch[] = [];
  readonly #doubtful: RuleMatch[] = [];
  readonly #rejected = new Set<number>();
  /** By its start, the least length of a value that has the prefix of a format but not its form. */
  readonly #unknownForms = new Map<number, number>();
  readonly #options: ScanOptions;
  readonly #scanKeywords: (stretch: Stretch) => void;
  #readTo = 0;

  /** @param isDecoded The text was decoded from another one. Texts that stand encoded in it are not scanned. */
  constructor(text: string, options: ScanOptions = {}, isDecoded = false) {
    const source = createSource(text);
    const extension = extensionOf(options.path ?? '');
    this.#source = source;
    this.#options = options;
    this.#scanKeywords = createKeywordScanner(source, {
      match: (match) => this.#matches.push(match),
      reject: (start) => this.#rejected.add(start),
      doubtful: (match) => {
        if (options.findsDoubtful === true) this.#doubtful.push(match);
      },
      unknownForm: (start, least) =>
        this.#unknownForms.set(start, Math.min(least, this.#unknownForms.get(start) ?? Infinity)),
      candidate: (candidate) => {
        const match = classify(source, candidate, extension, options.model);
        if (match) this.#matches.push(match);
      },
      encoded: (decoded, place) => {
        if (!isDecoded) this.#scanDecoded(decoded, place);
      },
    });
  }

  /**
   * Reads the next `characters` of the text.
   *
   * @returns Whether the end is reached.
   */
  advance(characters: number): boolean {
    const { length } = this.#source.text;
    const to = Math.min(this.#readTo + characters, length);
    this.#scanKeywords({ from: this.#readTo, to });
    this.#readTo = to;
    return to === length;
  }

  /** Adds the first secret of a text that stands encoded at a place. One is enough for a finding. */
  #scanDecoded(text: string, { start, end }: Pick<RuleMatch, 'start' | 'end'>): void {
    const scanning = new Scanning(text, { ...this.#options, findsDoubtful: false }, true);
    scanning.advance(text.length);
    const { findings, steps } = scanning.result();
    this.#source.steps += steps;
    const [first] = findings;
    if (!first) return;
    const { rule, confidence, fix } = first;
    this.#matches.push({ start, end, rule, confidence, fix, strength: provenStrength });
  }

  /** Returns a match as it counts beside the formats that begin at the same place; nothing if one of them rejects it. */
  #checked(match: RuleMatch): RuleMatch | [] {
    const { start, end, strength } = match;
    if (strength >= provenStrength) return match;
    if (this.#rejected.has(start)) return [];
    const least = this.#unknownForms.get(start);
    if (least === undefined) return match;
    const value = this.#source.text.slice(start, end);
    return isTokenOfNewerForm(value, least) ? { ...match, ...genericRules.unknownForm } : [];
  }

  /** The findings up to where the text has been read. */
  result(): ScanResult {
    const { text, steps } = this.#source;
    const matches = this.#matches.flatMap((match) => this.#checked(match));
    return { findings: toFindings(text, strongest([...matches, ...this.#doubtful]), this.#options), steps };
  }
}

/** Returns the extension in lower case without the dot. The name of a dot file is its extension (`.env`). */
export function extensionOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

function strongest(matches: readonly RuleMatch[]): RuleMatch[] {
  const kept: RuleMatch[] = [];
  const order = [...matches].sort((a, b) => a.start - b.start || b.strength - a.strength || b.end - a.end);
  for (const match of order) {
    const last = kept.at(-1);
    if (!last || match.start >= last.end) kept.push(match);
    else if (match.strength > last.strength) kept[kept.length - 1] = match;
  }
  return kept;
}
