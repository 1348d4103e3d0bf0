import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { type CommandRow, type Context, runProgram } from '../../src/cli/program.ts';
import { homeVariables } from './homeVariables.ts';
import { eachFolder, withTempFolder } from './tempFolder.ts';

export type Prompts = Context['prompts'];

export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly rows: readonly CommandRow[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin?: string;
  /** With answers the run is interactive: stdin and stderr count as a terminal. */
  readonly prompts?: Prompts;
  /** Folder of the built bundles. */
  readonly bundles?: string;
  /** Instead of the root of the file system. */
  readonly systemRoot?: string;
  /** Asks for text instead of JSON. Stdout is a pipe either way. */
  readonly text?: boolean;
  /** Sees each piece of stderr as it comes. */
  readonly onTalk?: (text: string) => void;
}

/** One command line in this process, with a real home and a real folder. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliRun> {
  const isTTY = options.prompts !== undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const seen = { stdout: '', stderr: '' };
  stdout.on('data', (chunk: Buffer) => (seen.stdout += chunk.toString()));
  stderr.on('data', (chunk: Buffer) => {
    seen.stderr += chunk.toString();
    options.onTalk?.(chunk.toString());
  });
  stdin.end(options.stdin ?? '');
  const host = { env: options.env, cwd: options.cwd, stdin, stdout, stderr };
  const { rows, prompts, bundles, systemRoot } = options;
  const given = options.text === true ? args : [...args, '--json'];
  const exitCode = await runProgram(given, host, {
    rows,
    version: '5.0.0',
    bundles,
    systemRoot,
    ...(prompts && { prompts }),
  });
  return { exitCode, ...seen };
}

/** Returns a run that has succeeded, and fails with what it said otherwise. */
export function expectSuccess<Run extends Pick<CliRun, 'exitCode' | 'stderr'>>(run: Run): Run {
  assert.equal(run.exitCode, 0, run.stderr);
  return run;
}

/** The environment of a user who is logged in by variables. The tests must not touch the keyring of the real user. */
export function loggedIn(
  home: string,
  { url, token }: { readonly url: string; readonly token: string },
): NodeJS.ProcessEnv {
  return {
    ...homeVariables(home),
    PATH: process.env.PATH,
    SERVICE_KEYRING: 'off',
    SERVICE_URL: url,
    SERVICE_TOKEN: token,
  };
}

/** Runs a command line of a user who is logged in to a platform, in a folder of its own. */
export const runLoggedIn = (
  args: readonly string[],
  rows: CliOptions['rows'],
  platform: Parameters<typeof loggedIn>[1],
  text = false,
): Promise<CliRun> => inTempFolder((cwd) => runCli(args, { rows, cwd, env: loggedIn(cwd, platform), text }));

/** The one JSON document on stdout. */
export function answerOf({ stdout }: Pick<CliRun, 'stdout'>): Record<string, unknown> {
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Prompts that answer what the test says; an unexpected question fails the test. */
export function answering(answers: Partial<Prompts>): Prompts {
  const unexpected = (message: string): never => {
    throw new Error(`Unexpected question: ${message}`);
  };
  return {
    confirm: unexpected,
    agree: unexpected,
    select: unexpected,
    selectSeveral: unexpected,
    input: unexpected,
    secret: unexpected,
    enter: unexpected,
    ...answers,
  };
}

/** The start of the name of a folder: hard for shells. */
const hardName = 'service cli $é-';

/** A folder for one test whose name is hard for shells, removed after it. */
export const inTempFolder = <T>(work: (folder: string) => Promise<T> | T): Promise<T> =>
  withTempFolder(work, hardName);

/** Makes such a folder for each test of a `describe`, and removes it after the test. `use` gets its real path. */
export const eachHardFolder = (use: (folder: string) => void): void => eachFolder(use, hardName);

export function linesOf({ stdout }: CliRun): Record<string, unknown>[] {
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
