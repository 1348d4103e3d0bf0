import type { Match } from '../finding.ts';

/** The position of a value relative to its name. The model weighs each kind separately. */
export type CandidateKind =
  /** `name = value`, `name: value`, `name => value`. */
  | 'assignment'
  /** `name == value`. */
  | 'comparison'
  /** `setName(value)`. */
  | 'call'
  /** `"name", value`. */
  | 'argument'
  /** `<name>value</name>`. */
  | 'element'
  /** `name="password" value="…"`, also over two lines. */
  | 'attribute'
  /** A string further right in the expression that is assigned: `getenv("X", "…")`. */
  | 'expression'
  /** `--name value`. */
  | 'flag'
  /** `name value`, as in SQL, netrc and Dockerfiles. */
  | 'juxtaposition'
  /** `the name is value`. */
  | 'prose'
  /** `scheme://user:value@host`. */
  | 'url'
  /** `Basic value`, `Bearer value`. */
  | 'header';

/** A stretch of text that may be a secret. Offsets are UTF-16 code units of the text; `end` is behind the last. */
export interface Candidate {
  readonly kind: CandidateKind;
  /** The name of the value: an identifier, the scheme of a URL or of a header. */
  readonly name: string;
  /** The start of the name. The text before it is context. */
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
  /** The code of the quote around the value; 0 for a bare one. */
  readonly quote: number;
  /** The value to judge if it differs from the text, such as the password inside a base64 header. */
  readonly decoded: string | undefined;
}

export type Named = Pick<Candidate, 'name' | 'nameStart'>;

/** The value of a candidate; without `quote` a bare one. */
type Value = Pick<Candidate, 'start' | 'end'> & Partial<Pick<Candidate, 'quote'>>;

/** Returns a candidate. All have the same hidden class, so that V8 compiles the functions that judge them only once. */
export const candidateOf = (
  kind: CandidateKind,
  { name, nameStart }: Named,
  { start, end, quote = 0 }: Value,
  decoded?: string,
): Candidate => ({ kind, name, nameStart, start, end, quote, decoded });

export type Emit = (candidate: Candidate) => void;

/** The text under the engine and the work done on it so far, in characters looked at. */
export interface Source {
  readonly text: string;
  steps: number;
  /** The unquoted run that was read last. A value that begins inside it has the same end. */
  readonly run: { start: number; end: number };
  /** A stretch without a closing quote. Readers skip the search there. */
  readonly unclosed: { quote: string; start: number; end: number };
  /** The end of the expression that was read last, and the number of names for which it was read. */
  readonly expression: { end: number; names: number };
}

/** Returns a text with the empty notes that the readers keep while they scan it. Each text needs its own. */
export const createSource = (text: string): Source => ({
  text,
  steps: 0,
  run: { start: 0, end: 0 },
  unclosed: { quote: '', start: 0, end: 0 },
  expression: { end: 0, names: 0 },
});

/** A stretch of text that a rule matches. The strongest of overlapping matches becomes a finding. */
export interface RuleMatch extends Match {
  /** Stronger matches win where they overlap. */
  readonly strength: number;
}

/** Receives the results of the readers. */
export interface Sink {
  /** Receives a value that the classifier has to judge. */
  readonly candidate: Emit;
  readonly match: (match: RuleMatch) => void;
  /** The text at an offset has the form of a token, but a check says that it is not real: no other rule may match there. */
  readonly reject: (start: number) => void;
  /** Receives a token with a wrong checksum, besides its rejection: a sample, or a token with a typing error. */
  readonly doubtful: (match: RuleMatch) => void;
  /**
   * The text at an offset has the prefix of a format but not its form. It is an example, or a token of a newer form: at
   * least `least` characters long.
   */
  readonly unknownForm: (start: number, least: number) => void;
  /** Receives a text that stands encoded in the scanned one, and where. */
  readonly encoded: (text: string, place: Pick<RuleMatch, 'start' | 'end'>) => void;
}
