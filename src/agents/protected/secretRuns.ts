import type { CommandActions } from './commandGuard.ts';

/** A start of `service-cli run`, also under the name of its file and as the words of code. */
const startsRun =
  /(?:^|[\s/\\"'])(?:service-cli(?:\.cmd|\.js)?|(?:cli|commands)\.js)["']?\s+(?:--?\w+\s+)*["']?run(?=[\s"';&|)]|$)/;

/** A command line whose words are what is written: without variables, patterns, several commands and redirections. */
const plain = /^(?:[\w@+=:,./ -]|'[\w@+=:,./ -]*'|"[\w@+=:,./ -]*")+$/;

/**
 * Returns why a command line is denied that starts a program with secrets, or undefined.
 *
 * @param whyRefused Returns why the user has not allowed `service-cli run ARGS…` in a folder.
 */
export function whySecretRunRefused(
  { text, calls, folders: [folder] }: Pick<CommandActions, 'text' | 'calls' | 'folders'>,
  whyRefused: (folder: string, args: readonly string[]) => string | undefined,
): string | undefined {
  const lines = [text, ...calls.map((call) => call.join(' '))];
  const words = lines.map((line) => line.replaceAll(/["'`,()[\]]+/g, ' '));
  if (![...lines, ...words].some((line) => startsRun.test(line))) return undefined;
  const [program, command, ...args] = plain.test(text) ? wordsOf(text) : [];
  const why =
    program === 'service-cli' && command === 'run' && folder !== undefined
      ? whyRefused(folder, args)
      : 'it must be the whole command line, without variables and patterns';
  if (why === undefined) return undefined;
  return `Blocked: service-cli run is denied: ${why}. The user can allow a command line in a terminal: service-cli run --allow --with NAME -- COMMAND`;
}

const wordsOf = (text: string): string[] =>
  Array.from(text.matchAll(/(?:[^ '"]|'[^']*'|"[^"]*")+/g), ([word]) => word.replaceAll(/["']/g, ''));
