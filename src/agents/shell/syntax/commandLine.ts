/** A command line as the reader understands it: simple commands in their order, without the structure of loops and conditions. */
export type Script = readonly Command[];

export interface Command {
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** Whether the output of the command before it is the input of this one. */
  readonly isPiped: boolean;
  /** Whether the words define a function of that name. */
  readonly isFunction: boolean;
  /** The pipeline whose output is the input of the group that this command is in: it can be the input of this one. */
  readonly feed?: Script;
  /** The commands of the group that this one closes: its output is theirs. */
  readonly group?: Script;
}

/** A word before expansion. */
export type Word = readonly Part[];

export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  /** `$name` or `${name…}`; `rest` is what follows the name in the braces. */
  | { readonly kind: 'variable'; readonly name: string; readonly rest: Word; readonly isQuoted: boolean }
  /** `$(…)`, backquotes, and `<(…)` or `>(…)`, which become the name of a file with the output. */
  | {
      readonly kind: 'script';
      readonly script: Script;
      readonly isQuoted: boolean;
      readonly isFile?: true;
    };

export interface Redirect {
  /** `<<` is a here-document, `<<<` a here-string, and `<&` reads an open descriptor; variants are reduced to these. */
  readonly operator: '<' | '>' | '<<' | '<<<' | '<&';
  /** The descriptor, empty when the command line names none. */
  readonly descriptor: string;
  /** The file, the text of a here-document or here-string, or the descriptor that is read. */
  readonly target: Word;
}

/** A command line that is too deeply nested or too long to be checked. The event is denied. */
export class TooComplex extends Error {}
