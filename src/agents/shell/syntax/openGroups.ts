import { type Command, type Script, TooComplex } from './commandLine.ts';
import { isUnquoted, textOf } from './wordShapes.ts';

/** More levels of substitutions and groups than any person nests. */
export const maxDepth = 40;

export const noCommand: Command = { words: [], redirects: [], isPiped: false, isFunction: false };

/** Returns the pipeline at the end of a list. */
export function pipelineAt(commands: readonly Command[]): Script {
  const start = commands.findLastIndex(({ isPiped }) => !isPiped);
  return commands.slice(Math.max(0, start));
}

/** The groups of a list that are open (`{`, `if`, `while` …), each with the start of its commands and with its input. */
export class OpenGroups {
  readonly #open: { readonly start: number; readonly feed: Script | undefined }[] = [];
  readonly #outer: Script | undefined;

  constructor(outer: Script | undefined) {
    this.#outer = outer;
  }

  get feed(): Script | undefined {
    const last = this.#open.at(-1);
    return last ? last.feed : this.#outer;
  }

  /** Returns a command with its place in the groups. `closed` is the group in parentheses before it. */
  place(command: Command, before: readonly Command[], closed: Script | undefined): Command {
    const word = wordOf(command);
    const { feed } = this;
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

function wordOf({ words: [first] }: Command): string {
  return first && isUnquoted(first) ? textOf(first) : '';
}
