import { commentsIn } from './allowComments.ts';
import { createSource, type Candidate, type Source } from './candidates/candidate.ts';
import type { Claim } from './claim.ts';
import { FeatureSet, describeCandidate } from './features.ts';
import type { Finding } from './finding.ts';
import { matchNamedFormat } from './formats.ts';
import type { Format } from './formatRule.ts';
import { genericRules } from './genericRules.data.ts';
import { isNeverSecret } from './judgement.ts';
import { LineCounter } from './lines.ts';
import { maskSecret } from './mask.ts';
import type { Stretch } from './keywordIndex.ts';
import { logOdds, placeOdds } from './model.ts';
import { modelThreshold } from './model.data.ts';
import { formats } from './packedFormats.ts';
import { createSweep } from './sweep.ts';

export interface ScanOptions {
  /** Path of the text, for its extension only; nothing is read. */
  readonly path?: string;
  /** Log-odds from which a value counts as a secret; for tuning. */
  readonly threshold?: number;
}

interface ScanResult {
  /** In the order of the text, none overlapping, without what comments in the text allow. */
  readonly findings: readonly Finding[];
  /** Characters looked at, the measure of the engine's work. Linear in the length of the text. */
  readonly steps: number;
}

let namedFormats: readonly Format[] | undefined;
/** No format that goes by names is shorter. */
const shortestNamed = 16;

const features = new FeatureSet();

/** Finds the secrets in a text. Pure: no clock, no disk, the same answer every time. */
export function scan(text: string, options: ScanOptions = {}): ScanResult {
  const scanning = new Scanning(text, options);
  scanning.advance(text.length);
  return scanning.result();
}

/** A scan in slices, so that other work can run in between. The result is that of `scan`. */
export class Scanning {
  readonly #source: Source;
  readonly #claims: Claim[] = [];
  readonly #refuted: number[] = [];
  readonly #sweep: (stretch: Stretch) => void;
  #readTo = 0;

  constructor(text: string, options: ScanOptions = {}) {
    const source = createSource(text);
    const extension = extensionOf(options.path ?? '');
    const threshold = options.threshold ?? modelThreshold;
    this.#source = source;
    this.#sweep = createSweep(source, {
      claim: (claim) => this.#claims.push(claim),
      refute: (start) => this.#refuted.push(start),
      candidate: (candidate) => {
        const claim = judge(source, candidate, extension, threshold);
        if (claim) this.#claims.push(claim);
      },
    });
  }

  /**
   * Reads the next `characters` of the text.
   * @returns whether the end is reached
   */
  advance(characters: number): boolean {
    const { length } = this.#source.text;
    const to = Math.min(this.#readTo + characters, length);
    this.#sweep({ from: this.#readTo, to });
    this.#readTo = to;
    return to === length;
  }

  /** The findings up to where the text has been read. */
  result(): ScanResult {
    const { text, steps } = this.#source;
    const findings = toFindings(text, strongest(this.#claims, this.#refuted));
    const isAllowed = commentsIn(text);
    return { findings: findings.filter((finding) => !isAllowed(finding)), steps };
  }
}

/** Lower-case, without the dot; a dot file is its own extension (`.env`). */
export function extensionOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Its name and a prefix of its own: more than a prefix that several vendors share. */
const hasPrefix = ({ pattern }: Format): boolean => /^\w/.test(pattern.source);

function judge(
  source: Source,
  candidate: Candidate,
  extension: string,
  threshold: number,
): Claim | undefined {
  const value = candidate.decoded ?? source.text.slice(candidate.start, candidate.end);
  if (isNeverSecret(value, candidate)) return undefined;
  const { start, end } = candidate;
  if (value.length >= shortestNamed && !value.includes(' ')) {
    namedFormats ??= formats.filter(({ keywords }) => keywords?.length === 0);
    const format = matchNamedFormat(source, namedFormats, candidate);
    if (format)
      return {
        start,
        end,
        rule: format.id,
        confidence: 'high',
        remedy: 'revoke',
        strength: hasPrefix(format) ? provenStrength + 20 : 50,
      };
  }
  describeCandidate(features, source, candidate, value, extension);
  const odds = logOdds(features) + (placeOdds[candidate.kind] ?? 0);
  if (odds < threshold) return undefined;
  const rule = ruleFor(candidate, value);
  return { ...rule, start, end, strength: rule.strength + 1 / (1 + Math.exp(-odds)) };
}

function ruleFor({ kind, name }: Candidate, value: string): (typeof genericRules)[keyof typeof genericRules] {
  if (kind === 'url') return genericRules.urlPassword;
  if (kind === 'header') return genericRules.httpCredentials;
  const folded = name.toLowerCase();
  const says = (...words: string[]): boolean => words.some((word) => folded.includes(word));
  if (says('otp', '2fa', 'mfa') || (says('secret', 'seed') && isBase32(value))) return genericRules.otpSeed;
  if (folded === 'p' || says('pass', 'pwd', 'pw', 'pin', 'identified', 'kennwort', 'senha', 'contrase'))
    return genericRules.password;
  if (says('token', 'auth')) return genericRules.token;
  return says('key') ? genericRules.key : genericRules.secret;
}

/** Seeds of one-time passwords are written in it, and hardly anything else is. */
const isBase32 = (value: string): boolean => value.length >= 16 && /^[A-Z2-7]+=*$/.test(value);

/** A format that was matched is not refuted by another one that was not. */
const provenStrength = 100;

/** Of overlapping claims the strongest, and none that a format refutes. */
function strongest(claims: readonly Claim[], refuted: readonly number[]): Claim[] {
  const kept: Claim[] = [];
  const order = [...claims].sort((a, b) => a.start - b.start || b.strength - a.strength || b.end - a.end);
  const denied = new Set(refuted);
  for (const claim of order) {
    if (claim.strength < provenStrength && denied.has(claim.start)) continue;
    const last = kept.at(-1);
    if (!last || claim.start >= last.end) kept.push(claim);
    else if (claim.strength > last.strength) kept[kept.length - 1] = claim;
  }
  return kept;
}

function toFindings(text: string, claims: readonly Claim[]): Finding[] {
  const lines = new LineCounter(text);
  return claims.map(({ start, end, rule, confidence, remedy }) => {
    const secret = text.slice(start, end);
    const from = lines.positionOf(start);
    const to = lines.positionOf(end);
    return {
      rule,
      start,
      end,
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
      masked: maskSecret(secret),
      confidence,
      remedy,
    };
  });
}
