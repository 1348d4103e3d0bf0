/** Turns texts into examples by the engine's own readers and features, as in use. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSource, type Candidate, type Source } from '../../src/secrets/candidates/candidate.ts';
import { FeatureSet, describeCandidate } from '../../src/secrets/classifier/features.ts';
import { isNeverSecret } from '../../src/secrets/candidates/judgement.ts';
import { extensionOf } from '../../src/secrets/scan.ts';
import { createKeywordScanner } from '../../src/secrets/keywords/keywordScanner.ts';
import type { Label } from './labels.ts';
import { seededRandom, type Example } from './learning.ts';

const set = new FeatureSet();

function featuresOf(source: Source, candidate: Candidate, value: string, extension: string): Uint32Array {
  describeCandidate(set, source, candidate, value, extension);
  return set.indices.slice(0, set.size);
}

/** The candidates that reach the model: not refused, and not matched or rejected by a format. */
function candidatesOf(source: Source): Candidate[] {
  const candidates: Candidate[] = [];
  const taken: { start: number; end: number }[] = [];
  const scanKeywords = createKeywordScanner(source, {
    match: (match) => taken.push(match),
    reject: (start) => taken.push({ start, end: start + 1 }),
    doubtful: () => undefined,
    unknownForm: (start) => taken.push({ start, end: start + 1 }),
    // The texts that train the model are read as they are.
    encoded: () => undefined,
    candidate(candidate) {
      if (!isNeverSecret(valueOf(source, candidate), candidate)) candidates.push(candidate);
    },
  });
  scanKeywords({ from: 0, to: source.text.length });
  return candidates.filter((one) => !taken.some(({ start, end }) => start < one.end && one.start < end));
}

const valueOf = (source: Source, candidate: Candidate): string =>
  candidate.decoded ?? source.text.slice(candidate.start, candidate.end);

/** Other values of the same shape: random letters for letters, digits for digits. */
function resembling(value: string, random: () => number): string {
  const pick = (alphabet: string): string => alphabet.charAt(Math.floor(random() * alphabet.length));
  const hex = /^(?:[\da-f]+|[\dA-F]+)$/.test(value);
  return value.replace(/[a-z\d]/gi, (c) =>
    /\d/.test(c)
      ? pick('0123456789')
      : /[a-z]/.test(c)
        ? pick(hex ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz')
        : pick(hex ? 'ABCDEF' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  );
}

export function examplesOf(text: string, path: string): { candidate: Candidate; features: Uint32Array }[] {
  const source = createSource(text);
  return candidatesOf(source).map((candidate) => ({
    candidate,
    features: featuresOf(source, candidate, valueOf(source, candidate), extensionOf(path)),
  }));
}

interface CorpusExamples {
  /** One per candidate; weight 0 where the label leaves open what it is. */
  readonly real: readonly Example[];
  /** Made from the real ones by exchanging values. */
  readonly made: readonly Example[];
}

/** Examples from a labelled corpus, grouped by repository. */
export function corpusExamples(
  directory: string,
  labels: readonly Label[],
  words: readonly string[],
): CorpusExamples {
  const byFile = new Map<string, Label[]>();
  for (const label of labels) byFile.set(label.file, [...(byFile.get(label.file) ?? []), label]);
  const real: Example[] = [];
  const made: Example[] = [];
  const random = seededRandom(17);
  for (const [file, rows] of byFile) {
    const source = createSource(readFileSync(join(directory, file), 'utf8').replace(/\r\n?/g, '\n'));
    const starts = lineStarts(source.text);
    const extension = extensionOf(file);
    const group = file.split('/')[1] ?? file;
    const truths = rows.filter(({ secret }) => secret);
    for (const candidate of candidatesOf(source)) {
      const line = lineOf(starts, candidate.start);
      const verdict = judgeByLabels(truths, starts, candidate, line);
      const value = valueOf(source, candidate);
      const features = featuresOf(source, candidate, value, extension);
      const positive = verdict === 'secret';
      real.push({ group, features, positive, weight: verdict === 'open' ? 0 : 1 });
      if (!positive) continue;
      const make = (other: string, isSecret: boolean): void => {
        const described = featuresOf(source, candidate, other, extension);
        made.push({ group, features: described, positive: isSecret, weight: 0.3 });
      };
      for (let i = 0; i < 3; i++) make(resembling(value, random), true);
      // The same place without a secret holds a word of the trade.
      for (let i = 0; i < 2; i++) make(words[Math.floor(random() * words.length)] ?? 'value', false);
    }
  }
  return { real, made };
}

function judgeByLabels(
  truths: readonly Label[],
  starts: readonly number[],
  candidate: Candidate,
  line: number,
): 'secret' | 'open' | 'ordinary' {
  let verdict: 'secret' | 'open' | 'ordinary' = 'ordinary';
  for (const truth of truths) {
    if (line < truth.from || line > truth.to) continue;
    const base = starts[truth.from - 1] ?? 0;
    const exact = truth.from === truth.to && truth.start >= 0;
    const from = exact ? base + truth.start : base;
    const to = exact && truth.end >= 0 ? base + truth.end : (starts[truth.to] ?? Infinity);
    if (!truth.neutral && candidate.start < to && from < candidate.end) return 'secret';
    verdict = 'open';
  }
  return verdict;
}

/** Examples from ordinary source, in which practically nothing is a secret, grouped by package. */
export function* ordinaryExamples(directory: string): Generator<Example> {
  for (const { file, group } of ordinaryFiles(directory)) {
    const source = createSource(readFileSync(join(directory, file), 'utf8'));
    const extension = extensionOf(file);
    for (const candidate of candidatesOf(source)) {
      const features = featuresOf(source, candidate, valueOf(source, candidate), extension);
      yield { group: `ordinary:${group}`, features, positive: false, weight: 1 };
    }
  }
}

const textFile = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|html|css|txt|sh|py|c|h|cc|toml)$/;
const largestFile = 2e6;
const largestPackage = 4e6;

/** Text files below a `node_modules`, not more than a few megabytes of each package. */
export function* ordinaryFiles(directory: string): Generator<{ file: string; group: string; bytes: number }> {
  const taken = new Map<string, number>();
  for (const file of filesBelow(directory, '')) {
    const group = /^(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
    const bytes = statSync(join(directory, file)).size;
    const sum = taken.get(group) ?? 0;
    if (!textFile.test(file) || bytes > largestFile || sum > largestPackage) continue;
    taken.set(group, sum + bytes);
    yield { file, group, bytes };
  }
}

export function* filesBelow(directory: string, below: string): Generator<string> {
  const entries = readdirSync(join(directory, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(directory, path);
    else if (entry.isFile()) yield path;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

const lineOf = (starts: readonly number[], offset: number): number =>
  starts.findLastIndex((start) => start <= offset) + 1;
