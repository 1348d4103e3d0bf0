import { lastPart } from '../commandWords.ts';
import { readsEnvironment } from '../candidates.ts';
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
