import { reserved } from './commandWords.ts';
import type { Facts, Names } from './facts.ts';
import type { Word } from './syntax/commandLine.ts';

/** More variables with files than any command line of a person has. Uses of more are not looked for, to end in time. */
const maxVariables = 50;

/**
 * Files that become the value of a variable, as in `TOKEN=$(cat .env) npm publish`. The assignment prints nothing, so
 * they count only when the command line may print the variable.
 */
export class HeldFiles {
  readonly #names = new Map<string, Names>();

  /**
   * Takes the names that the value of a variable added to the facts.
   *
   * @param before The names that were in the facts before.
   */
  hold(variable: string, facts: Facts, before: ReadonlySet<string>): void {
    const held = this.#names.get(variable) ?? (new Map() as Names);
    for (const [pattern, kind] of facts.names)
      if (!before.has(pattern)) {
        facts.names.delete(pattern);
        held.set(pattern, kind);
      }
    if (held.size > 0) this.#names.set(variable, held);
  }

  /**
   * Counts the files whose variable the command line may print: it prints the environment, or names the variable
   * anywhere where it is not known to print nothing.
   *
   * @param text The whole command line.
   * @param printsAll Whether it prints all variables.
   */
  release(text: string, facts: Facts, printsAll: boolean): void {
    if (this.#names.size === 0) return;
    const isMany = this.#names.size > maxVariables;
    const isComputed = /\(\(|\blet\s|\s-(?:eq|ne|[gl][te])\s|\s-[a-zA-Z]*i/.test(text) || copiesOutput(text);
    const used = withoutSilentUses(text);
    const isNamed = (variable: string): boolean => {
      // The command of the assignment itself may contain the same word, as a pattern of `grep` does.
      const others = used.replaceAll(new RegExp(String.raw`\b${variable}=("?)\$\([^()]*\)\1`, 'g'), '');
      return new RegExp(String.raw`(?<!\w)${variable}(?!\w|\+?=)`).test(others);
    };
    for (const [variable, names] of this.#names)
      if (
        printsAll ||
        isMany ||
        isComputed ||
        facts.variables.has(variable) ||
        facts.shown.has(variable) ||
        isNamed(variable)
      )
        for (const [pattern, { isGlob, shown }] of names) facts.addName(pattern, isGlob, shown);
  }
}

/** Whether a command line may send the output of a substitution to the terminal as well. */
export function copiesOutput(text: string): boolean {
  return />\s*&\s*2|\/dev\/(?:stderr|stdout|tty|fd|pts)|\/proc\/[^/]+\/fd/.test(text);
}

/** Returns the variables that the words at the beginning of a command assign, undefined for each other word. */
export function assignedVariables(words: readonly Word[]): readonly (string | undefined)[] {
  let isStart = true;
  return words.map(([first]) => {
    const text = first?.kind === 'text' && !first.isQuoted ? first.text : '';
    const [, name] = /^([A-Z_]\w*)\+?=/i.exec(text) ?? [];
    isStart &&= name !== undefined || reserved.has(text);
    return isStart ? name : undefined;
  });
}

/** Characters of a command line in which uses are looked for that print nothing; more of them are taken for printing. */
const maxLength = 20_000;

/** Leaves out tests for an empty value, and headers and credentials that `curl` sends. */
function withoutSilentUses(text: string): string {
  if (text.length > maxLength) return text;
  return text
    .replaceAll(/(?<=^|[\s;&|(])(?:\[\[?|test)\s+(?:!\s+)?-[nz]\s+"?\$\{?\w+\}?"?(?=$|[\s;&|)])/g, '')
    .replaceAll(/\$\{\w+:?\+[^$`}]*\}/g, '')
    .replaceAll(/(?:^|[;&|\n])\s*curl\s[^;&|\n]*/g, (command) =>
      /\s-[a-zA-Z]*v|--verbose|--trace/.test(command)
        ? command
        : command.replaceAll(
            /\s(?:-H|--header|-u|--user|--oauth2-bearer)[ =]"?[^"$`\s]*(?: [^"$`\s]*){0,4}\$\{?\w+\}?:?"?(?=\s|$)/g,
            '',
          ),
    );
}
