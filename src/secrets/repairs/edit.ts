/** One replacement in a text. Offsets in UTF-16 code units; equal for an insertion. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
