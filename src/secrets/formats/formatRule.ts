import type { CheckName } from './checks.ts';

/** The parts of a format that the engine uses. */
export interface Format {
  /** Stable, because users write it into allow comments and policies. */
  readonly id: string;
  /** For a keyword inside the token: the largest number of characters before it. */
  readonly back?: number | undefined;
  /** The number of characters from the start of the keyword to the start of the token. */
  readonly skip?: number | undefined;
  /**
   * For formats without a distinctive form: the value's name, or the text shortly before it, must contain a word of
   * each group, with any separator (`access key`, `accessKey`, `ACCESS_KEY`).
   */
  readonly near?: readonly (readonly string[])[] | undefined;
  /** Matches the whole token. Sticky, of limited length, and proven linear by lint rules. */
  readonly pattern: RegExp;
  /** The check of the content, such as a checksum or an inner structure. */
  readonly check?: CheckName | undefined;
}

/** A format that a vendor documents. Without `keywords` and `near`, the keywords are the texts with which the pattern begins. */
export interface FormatRule extends Format {
  /**
   * Literals, one of which every token contains. The engine searches for them first. A rule without keywords applies
   * only to values of names (`near`).
   */
  readonly keywords?: readonly string[] | undefined;
  readonly description: string;
  /** The vendor's page about the token. */
  readonly link: string;
}

/** Rules by their ids. */
export type FormatRules = Readonly<Record<string, Omit<FormatRule, 'id'>>>;
