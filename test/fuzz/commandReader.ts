import fc from 'fast-check';
import type { Shell } from '../../src/agents/protocol.ts';
import { readCommand } from '../../src/agents/shell/readCommand.ts';
import { TooComplex } from '../../src/agents/shell/syntax/commandLine.ts';

const pieces =
  "cat|head|sudo|env|bash -c|python3 -c|xargs|find . -name|git show|grep -r|echo|for f in|do|done|if|then|fi|case x in|esac|while read l|function f|alias a=|eval|.env|./.env|$HOME|${x:-a}|${x#*a}|$(|)|`|\"|'|\\|;|&&|\\|\\||\\||&|<|>|<<EOF|<<<|\n|EOF|{a,b}|*.e?v|[a-z]|@(a\\|b)|$'\\x41'|((|))|[[|]]|#|=|x=|a=(|-c|--file=|@|$env:A|%A%|Get-Content|type|/c|^|{|}|!|~| |\t|é|\u0000|\u202e"
    .split(/(?<!\\)\|/)
    .map((piece) => piece.replaceAll(String.raw`\|`, '|'));

/** Command lines out of the words and signs that shells know, in any order. */
const commandLine = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
    ),
    { maxLength: 40 },
  )
  .chain((words) => fc.constantFrom('', ' ').map((between) => words.join(between)));

const shells: readonly Shell[] = ['posix', 'powershell', 'cmd'];

export interface CommandReaderRun {
  readonly cases: number;
  /** Command lines at which the reader failed, each with the error. */
  readonly crashes: readonly string[];
  /** The longest time that one command line took, and that command line. */
  readonly slowest: { readonly ms: number; readonly command: string };
}

/** Reads command lines as every shell in turn. A refusal counts as read. */
export function fuzzCommandReader(seed: number, cases: number): CommandReaderRun {
  const crashes: string[] = [];
  let slowest = { ms: 0, command: '' };
  let count = 0;
  fc.assert(
    fc.property(commandLine, (command) => {
      const shell = shells[count++ % shells.length] ?? 'posix';
      const start = performance.now();
      try {
        readCommand({ command, cwd: '/project', shell }, { home: '/home/a', environment: { A: '.env' } });
      } catch (error) {
        if (!(error instanceof TooComplex))
          crashes.push(`${shell} ${JSON.stringify(command)}: ${String(error)}`);
      }
      const ms = performance.now() - start;
      if (ms > slowest.ms) slowest = { ms, command: `${shell} ${JSON.stringify(command)}` };
    }),
    { seed, numRuns: cases },
  );
  return { cases: count, crashes, slowest };
}
