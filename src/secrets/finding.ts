/** What to do about a secret; each host words it for people. */
export type Remedy =
  /** Only the vendor can make it worthless: revoke it there, then take it out. */
  | 'revoke'
  /** Change the password where it is checked, then take it out. */
  | 'change'
  /** Make a new pair and take the old public half off whatever trusts it. */
  | 'replaceKey';

/** `high`: the format itself is proof; `medium`: name and value together are. */
export type Confidence = 'high' | 'medium';

/** A secret in a text. Holds where it is and what it is, never the secret itself. */
export interface Finding {
  /** Stable id: a format rule's or one of those in genericRules.data.ts. */
  readonly rule: string;
  /** Offsets of the secret in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** From 1, as editors and compilers count. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Enough to recognise the secret, too little to use it. */
  readonly masked: string;
  readonly confidence: Confidence;
  readonly remedy: Remedy;
}

/** Never more than a quarter of the secret, never more than four characters, and nothing of a short one. */
export function maskSecret(secret: string): string {
  const shown = Math.min(4, Math.floor(secret.length / 8));
  const head = secret.slice(0, shown);
  return `${head}${'*'.repeat(Math.min(12, Math.max(4, secret.length - shown)))}`;
}
