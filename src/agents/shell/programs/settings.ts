import { readsEnvironment } from '../candidates.ts';
import { lastPart, reserved } from '../commandWords.ts';
import type { Facts, Names } from '../facts.ts';
import type { Word } from '../syntax/commandLine.ts';
import { containers, filters, interpreters, scriptName } from './programs.data.ts';

/** Programs that load `.env` of the working directory into the environment, and show it on request. */
const loaders = /^(?:dotenvx?|env-cmd|dotenv-cli|direnv|bun|bunx|foreman|honcho|mise|pipenv)$/;

/**
 * Whether a program may load the variables of `.env` before it runs the rest of its arguments: those that are made for
 * it, and each other program that runs a further one on this machine.
 */
export function loadsSettings(name: string, args: readonly string[]): boolean {
  if (containers.has(name)) return false;
  if (loaders.test(name) || args.some((text) => text === 'dotenv/config' || loaders.test(lastPart(text))))
    return true;
  // The script of a framework, such as manage.py or artisan.
  return (!interpreters.has(name) || args.some(isScript)) && args.some(readsVariables);
}

function isScript(text: string): boolean {
  return scriptName.test(text) || /^(?:bin\/)?(?:artisan|console|rails)$/.test(text);
}

/** Whether a program prints its whole environment, directly or by running `env` on this machine. */
export function printsEnvironment(name: string, args: readonly string[]): boolean {
  if (containers.has(name)) return false;
  const line = lineOf(args);
  return (
    /^(?:run|exec|x|--|-c)\n(?:[^\n]*\n)*?(?:env|printenv)\n$/.test(line) ||
    (filters.has(name) && args.some((text) => /(?<![.\w"'])env(?![\w"'])|\$ENV/.test(text))) ||
    (/^g?make$/.test(name) && args.some((text) => /^(?:-[a-z]*p|--print-data-base)$/.test(text)))
  );
}

/** Whether the arguments of a program ask for the variables that it loaded. */
export function showsSettings(name: string, args: readonly string[]): boolean {
  const line = lineOf(args);
  return (
    args.some((text) => text === 'printenv' || readsEnvironment(text) || readsVariables(text)) ||
    /(?:^|\n)(?:run|exec|x|--|-c|-e|-f|\.)\n(?:[^\n]*\n)*?(?<!\n-[km]\n)(?:env|set|export)\n/.test(line) ||
    /(?:^|\n)(?:config|debug:dotenv)\n/.test(line) ||
    (loaders.test(name) &&
      args.slice(0, firstWord(args) + 1).some((text) => /^(?:get|list|ls|env|export|dump)$/.test(text))) ||
    (name.startsWith('dotenv') && args.includes('-p'))
  );
}

/** Returns the arguments as one text, each cut to the length of an option and with a line break behind it. */
function lineOf(args: readonly string[]): string {
  return args.map((text) => `${text.slice(0, 256)}\n`).join('');
}

function readsVariables(text: string): boolean {
  return /^debug:dotenv$|process\.env\b|\bos\.environ|getenv|get_env|\bENV\b|\b(?:Bun|Deno)\.env\b|\benv\(["']/.test(
    text,
  );
}

/** Returns the index of the first argument that is neither an option nor a file of settings. */
function firstWord(args: readonly string[]): number {
  return args.findIndex((text) => !text.startsWith('-') && !text.includes('.env'));
}

/** More variables with files than any command line of a person has. Uses of more are not looked for, to end in time. */
const maxVariables = 50;

/**
 * Files that become the value of a variable, as in `TOKEN=$(cat .env) npm publish`. The assignment prints nothing, so
 * they count only when the command line may print the variable.
 */
export class HeldFiles {
  readonly #names = new Map<string, Names>();

  /** Takes the names that the value of a variable added to the facts. `before` are the earlier names. */
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
