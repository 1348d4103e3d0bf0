import { printableLines } from '../core/printable.ts';
import { Command, CommanderError } from 'commander';
import { Failure, messageOf } from '../core/failures.ts';
import { redact } from '../core/log.ts';
import { acceptJson, type JsonFlag } from '../node/process/answers.ts';
import { CliError, type ExitCode, exitCodes } from './exitCodes.ts';
import { type Prompts, terminalPrompts } from './prompts.ts';
import { openSession, type Session } from './session.ts';
import { type Host, Terminal } from './terminal.ts';

/** What a command is given besides its own arguments. */
export interface Context {
  readonly session: Session;
  readonly terminal: Terminal;
  readonly prompts: Prompts;
}

/** Turns a command's work into a commander action: opens the session, keeps the exit code. */
type Run = <A extends unknown[]>(
  work: (context: Context, ...args: A) => Promise<ExitCode>,
) => (...args: A) => Promise<void>;

/** A row of the table: adds its command to the program. */
export type CommandRow = (program: Command, run: Run) => void;

interface ProgramOptions {
  readonly rows: readonly CommandRow[];
  readonly version: string;
  /** Tests give their own; else questions go to the terminal. */
  readonly prompts?: Prompts;
  /** Folder of the bundles; that of the running program where it is not given. */
  readonly bundles?: string | undefined;
}

/** Runs one command line. Never rejects: what goes wrong is said on stderr and told by the exit code. */
export async function runProgram(
  args: readonly string[],
  host: Host,
  options: ProgramOptions,
): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.fine;
  const program = createProgram(host, options.version);
  const run: Run =
    (work) =>
    async (...given) => {
      // Commander hands the command over as the last argument.
      const json = (given.at(-1) as Command).optsWithGlobals<JsonFlag>().json === true;
      const terminal = new Terminal(host, { json });
      const prompts = options.prompts ?? terminalPrompts(terminal);
      exitCode = await work({ session: openSession(terminal, options.bundles), terminal, prompts }, ...given);
    };
  for (const row of options.rows) row(program, run);
  inherit(program);
  acceptJson(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, new Terminal(host));
  }
}

function createProgram(host: Host, version: string): Command {
  return new Command('service-cli')
    .description('Guards AI code editors, analyzes code and talks to the code-quality platform.')
    .version(version)
    .configureOutput({
      writeOut: (text) => void host.stdout.write(text),
      writeErr: (text) => void host.stderr.write(printableLines(text)),
    })
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
}

/** Subcommands made by `.command()` inherit these, those added whole don't; so all of them get them here. */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inherit(child);
  }
}

function report(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError)
    // Help and version are no failure; everything else was said by commander already.
    return error.exitCode === 0 ? exitCodes.fine : exitCodes.invalidOptions;
  if (error instanceof CliError) {
    terminal.fail(error.message, error.remedy);
    return error.exitCode;
  }
  // A failure says what and where; anything else is a defect of ours, and its stack is what a report of it needs.
  const text = Failure.is(error)
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : messageOf(error);
  terminal.fail(redact(text));
  return exitCodes.failed;
}
