import type { CheckName } from './checks.ts';

/** What the engine needs of a format. */
export interface Format {
  /** Stable: people write it into allow comments and lists. */
  readonly id: string;
  /**
   * Literals of which every token holds one; the search for them is the pre-filter. Without them the rule is asked
   * about values of names (`near`) only.
   */
  readonly keywords?: readonly string[] | undefined;
  /** The keyword stands inside the token: up to how many characters before it the token begins. */
  readonly back?: number | undefined;
  /** The token begins this many characters behind the beginning of the keyword. */
  readonly skip?: number | undefined;
  /**
   * For formats that could be anything: each group must have a word in the value's name or shortly before it,
   * whatever separates the words (`access key`, `accessKey`, `ACCESS_KEY`).
   */
  readonly near?: readonly (readonly string[])[] | undefined;
  /** The whole token; sticky. Bounded, and proven linear by the lint rules for regular expressions. */
  readonly pattern: RegExp;
  /** What the form alone doesn't tell: a checksum, an inner structure. */
  readonly check?: CheckName | undefined;
}

/** A format that a vendor documents. Data, so that a new one is a few lines and its examples. */
export interface FormatRule extends Format {
  readonly description: string;
  /** Where the vendor describes the token. */
  readonly link: string;
}
