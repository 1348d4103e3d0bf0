import { type Command, type Script, TooComplex, type Word } from './commandLine.ts';
import { isUnquoted, textOf } from './words.ts';

/** More levels of substitutions and groups than any person nests. */
export const maxDepth = 40;

export const noCommand: Command = { words: [], redirects: [], isPiped: false, isFunction: false };

export function pipelineAt(commands: readonly Command[]): Script {
  const start = commands.findLastIndex(({ isPiped }) => !isPiped);
  return commands.slice(Math.max(0, start));
}

/** The groups of a list that are open (`{`, `if`, `while` …), each with the start of its commands and with its input. */
export class OpenGroups {
  readonly #open: { readonly start: number; readonly feed: Script | undefined }[] = [];
  readonly #outer: Script | undefined;
  #cases = 0;

  constructor(outer: Script | undefined) {
    this.#outer = outer;
  }

  get feed(): Script | undefined {
    const last = this.#open.at(-1);
    return last ? last.feed : this.#outer;
  }

  get isInCase(): boolean {
    return this.#cases > 0;
  }

  /** Returns a command with its place in the groups. `closed` is the group in parentheses before it. */
  place(command: Command, before: readonly Command[], closed: Script | undefined): Command {
    const [word = ''] = command.words.map(plainWord);
    const { feed } = this;
    this.#cases = Math.max(0, this.#cases + openedCases(command));
    if (this.#open.length > maxDepth) throw new TooComplex('is deeply nested');
    if (opening.has(word))
      this.#open.push({ start: before.length, feed: command.isPiped ? pipelineAt(before) : feed });
    const ended = closing.has(word) ? this.#open.pop() : undefined;
    const group = closed ?? (ended && before.slice(ended.start));
    return { ...command, ...(feed && !command.isPiped && { feed }), ...(group && { group }) };
  }
}

const opening = new Set(['{', 'if', 'while', 'until', 'for', 'case', 'select']);
const closing = new Set(['}', 'fi', 'done', 'esac']);

/** Reserved words after which another one may follow. */
const beforeReserved = new Set(
  'then else elif do if while until ! { time coproc in fi done esac }'.split(' '),
);

/** Returns 1 for a command that opens a `case`, -1 for one that closes it. */
function openedCases({ words, redirects }: Command): number {
  const names = words.map(plainWord);
  const first = names.findIndex((name) => !beforeReserved.has(name));
  const closed = names.slice(0, first < 0 ? undefined : first).filter((name) => name === 'esac').length;
  // `case x in esac` is closed, and after a redirection the word is the name of a program.
  const opens = names[first] === 'case' && redirects.length === 0 && !names.includes('esac', first + 3);
  return (opens ? 1 : 0) - closed;
}

function plainWord(word: Word): string {
  return isUnquoted(word) ? textOf(word) : '';
}
