import { LineCounter, lineEnd, lineStart } from './lines.ts';

/** The way to make a secret harmless. Each host has its own text for it. */
export type SecretFix =
  /** Revoke it at the vendor, then remove it from the text. */
  | 'revoke'
  /** Change the password on the system that checks it, then remove it from the text. */
  | 'change'
  /** Create a new key pair, and remove the old public key wherever it is trusted. */
  | 'replaceKey';

/**
 * `high`: the format is proof. `medium`: name and value together indicate a secret. `low`: the form of a token with a
 * wrong checksum (`findsDoubtful`), which blocks nothing.
 */
type Confidence = 'high' | 'medium' | 'low';

/** A secret in a text: its position and its kind, never the secret itself. */
export interface Finding {
  /** Stable id, of a format rule or of a rule in genericRules.data.ts. */
  readonly rule: string;
  /** Offsets of the secret in UTF-16 code units; `end` is behind its last one. */
  readonly start: number;
  readonly end: number;
  /** Lines and columns start at 1, as in editors and compilers. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Enough to recognise the secret, too little to use it. */
  readonly masked: string;
  readonly confidence: Confidence;
  readonly fix: SecretFix;
}

/** A secret in a text by its offsets. */
export type Match = Pick<Finding, 'rule' | 'start' | 'end' | 'confidence' | 'fix'>;

/**
 * Returns the findings of matches, without those that comments in the text allow.
 *
 * @param matches In the order of the text, without overlaps.
 */
export function toFindings(
  text: string,
  matches: readonly Match[],
  { ignoresComments = false }: { readonly ignoresComments?: boolean } = {},
): Finding[] {
  if (matches.length === 0) return [];
  const lines = new LineCounter(text);
  const isAllowed = commentsIn(text);
  const findings = matches.map(({ rule, start, end, confidence, fix }) => {
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
      masked: maskSecret(text.slice(start, end)),
      confidence,
      fix,
    };
  });
  return ignoresComments ? findings : findings.filter((finding) => !isAllowed(finding));
}

/** Returns a masked form that shows at most an eighth of the secret, at most four characters, and none of a short one. */
function maskSecret(secret: string): string {
  const shown = Math.min(4, Math.floor(secret.length / 8));
  const head = secret.slice(0, shown);
  return `${head}${'*'.repeat(Math.min(12, Math.max(4, secret.length - shown)))}`;
}

/**
 * A comment on the line of a finding, or alone on the line before, that lets it pass: `service:allow-secret`, or for
 * one rule only `service:allow-secret generic-password`.
 */
const word = 'service:allow-secret';
const marker = /service:allow-secret(?:[ \t]+([a-z][a-z\d/-]*))?/g;

/** Matches the rest of a line whose marker applies to the next line: comment signs and blanks only. */
const commentSigns = /^[\s#/*;<>!\-%'"(){}]*$/;

/** The rule that a comment allows; `all` without one. */
type Allowed = string;
const all = '';

/** Returns a test of whether the text allows a finding. It reads the text once, however many findings there are. */
function commentsIn(text: string): (finding: Pick<Finding, 'start' | 'column' | 'rule'>) => boolean {
  if (!text.includes(word)) return () => false;
  /** The key is the start of the line with the comment. */
  const onLine = new Map<number, Allowed>();
  /** The key is the start of the line below a line that holds only the comment. */
  const above = new Map<number, Allowed>();
  let end = -1;
  for (const { index, 0: comment, 1: rule = all } of text.matchAll(marker)) {
    // The first comment of a line counts.
    if (index < end) continue;
    const start = lineStart(text, index);
    end = lineEnd(text, index);
    onLine.set(start, rule);
    const rest = text.slice(start, index) + text.slice(index + comment.length, end);
    if (commentSigns.test(rest)) above.set(end + (text.startsWith('\r\n', end) ? 2 : 1), rule);
  }
  return ({ start, column, rule }) => {
    const line = start - column + 1;
    return [onLine.get(line), above.get(line)].some((allowed) => allowed === all || allowed === rule);
  };
}
