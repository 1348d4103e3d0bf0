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
export type Confidence = 'high' | 'medium' | 'low';

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

/** Returns a masked form that shows at most an eighth of the secret, at most four characters, and none of a short one. */
export function maskSecret(secret: string): string {
  const shown = Math.min(4, Math.floor(secret.length / 8));
  const head = secret.slice(0, shown);
  return `${head}${'*'.repeat(Math.min(12, Math.max(4, secret.length - shown)))}`;
}
