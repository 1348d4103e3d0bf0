import { Command, CommanderError } from 'commander';
import { printableLines } from '../core/printable.ts';
import { Failure, messageOf } from '../core/failures.ts';
import { redact } from '../core/log.ts';
import { addExamples } from '../node/commandHelp.ts';
import { acceptJson, type JsonFlag } from '../node/jsonOption.ts';
import { CliError, type ExitCode, exitCodes } from './exitCodes.ts';
import { openSession, type Session } from './session.ts';
import { type Host, Terminal } from './terminal.ts';
import { wordsOfFailure } from './words.ts';

/** Questions to the user, on stderr. Commands ask only if `terminal.isInteractive`. */
interface Prompts {
  confirm(message: string, proposal: boolean): Promise<boolean>;
  /** Asks for consent to what protects from agents. @throws {CliError} in a terminal in which an agent may type */
  agree(message: string): Promise<boolean>;
  select<T extends string>(message: string, choices: readonly { value: T; name: string }[]): Promise<T>;
  selectSeveral<T extends string>(
    message: string,
    choices: readonly { value: T; name: string; checked: boolean }[],
  ): Promise<T[]>;
  input(message: string): Promise<string>;
  /** Does not echo the input. Rejects when `signal` aborts. */
  secret(message: string, signal?: AbortSignal): Promise<string>;
  enter(message: string): Promise<void>;
}

export interface Context {
  readonly session: Session;
  readonly terminal: Terminal;
  readonly prompts: Prompts;
}

/** Turns the work of a command into a commander action: it opens the session and stores the exit code. */
type Run = <A extends unknown[]>(
  work: (context: Context, ...args: A) => Promise<number>,
) => (...args: A) => Promise<void>;

/** A row of the command table: adds its command to the program. */
export type CommandRow = (program: Command, run: Run) => void;

interface ProgramOptions {
  readonly rows: readonly CommandRow[];
  readonly version: string;
  readonly prompts?: Prompts;
  /** Folder of the bundles; the folder of the running program by default. */
  readonly bundles?: string | undefined;
  /** Replaces the root of the file system for machine-wide files in tests. */
  readonly systemRoot?: string | undefined;
}

/** Runs one command line. Never rejects: an error is printed to stderr and sets the exit code. */
export async function runProgram(
  args: readonly string[],
  host: Host,
  options: ProgramOptions,
): Promise<number> {
  let exitCode: number = exitCodes.fine;
  const program = createProgram(host, options.version);
  const run: Run =
    (work) =>
    async (...given) => {
      // Commander passes the command as the last argument.
      const json = (given.at(-1) as Command).optsWithGlobals<JsonFlag>().json === true;
      const terminal = new Terminal(host, { json });
      const prompts = options.prompts ?? terminalPrompts(terminal);
      exitCode = await work({ session: openSession(terminal, options), terminal, prompts }, ...given);
    };
  for (const row of options.rows) row(program, run);
  acceptJson(program);
  addExamples(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, new Terminal(host));
  }
}

function createProgram(host: Host, version: string): Command {
  return new Command('service-cli')
    .description('Install agent hooks, analyze code and connect to the code-quality platform')
    .version(version)
    .addHelpText('after', helpAfterCommands)
    .configureOutput({
      writeOut: (text) => void host.stdout.write(text),
      writeErr: (text) => void host.stderr.write(printableLines(text)),
    })
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
}

const helpAfterCommands = `
Examples:
  service-cli analyze secrets            find secrets in this folder; needs no platform
  service-cli integrate                  select AI agents whose requests hooks check
  service-cli auth login --url https://quality.example.com
  service-cli gate status                show the quality gate of this folder's project

Environment:
  SERVICE_TOKEN, SERVICE_URL, SERVICE_ORG   token, address and organization, instead of a login
  SERVICE_HOME                              folder for settings and hooks, instead of ~/.service
  HTTPS_PROXY, NO_PROXY                     proxy, and hosts without it
  NO_COLOR, FORCE_COLOR                     without colours, or with colours in a pipe

Exit codes:
  0  fine    1  failed    2  invalid options    51  findings    52  quality gate failed    130  interrupted

service-cli COMMAND --help explains a command. To complete words with the Tab key: service-cli completion SHELL`;

function report(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError)
    // Help and version are not failures. Commander has already printed every other message.
    return error.exitCode === 0 ? exitCodes.fine : exitCodes.invalidOptions;
  if (error instanceof CliError) {
    terminal.fail(error.message, error.fix);
    return error.exitCode;
  }
  // The message of a `Failure` says what failed and where. Any other error is a defect of this program, and a report of
  // it needs the stack.
  if (Failure.is(error)) {
    const { message, fix } = wordsOfFailure(error, undefined);
    terminal.fail(redact(message), fix);
  } else terminal.fail(redact(error instanceof Error ? (error.stack ?? error.message) : messageOf(error)));
  return exitCodes.failed;
}

/** Returns prompts on the terminal. Each library is loaded with its first question, because most runs ask none. */
function terminalPrompts({ host }: Terminal): Prompts {
  const streams = { input: host.stdin, output: host.stderr, clearPromptOnDone: false };
  const ask = async <T>(question: Promise<T>): Promise<T> => {
    try {
      return await question;
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'ExitPromptError')
        throw new CliError('Interrupted.', { exitCode: exitCodes.interrupted, cause });
      throw cause;
    }
  };
  return {
    async confirm(message, proposal) {
      const { default: confirm } = await import('@inquirer/confirm');
      return ask(confirm({ message, default: proposal }, streams));
    },
    async agree(message) {
      const { requireUser } = await import('./consent/userTerminal.ts');
      requireUser();
      return this.confirm(message, false);
    },
    async select(message, choices) {
      const { default: select } = await import('@inquirer/select');
      return ask(select({ message, choices }, streams));
    },
    async selectSeveral(message, choices) {
      const { default: checkbox } = await import('@inquirer/checkbox');
      return ask(checkbox({ message, choices, required: true }, streams));
    },
    async input(message) {
      const { default: input } = await import('@inquirer/input');
      return ask(input({ message, validate: (text) => text.trim() !== '' }, streams));
    },
    async secret(message, signal) {
      const { default: password } = await import('@inquirer/password');
      return ask(
        password({ message, mask: '*', toggleMask: false }, signal ? { ...streams, signal } : streams),
      );
    },
    async enter(message) {
      const { default: input } = await import('@inquirer/input');
      await ask(input({ message }, streams));
    },
  };
}
