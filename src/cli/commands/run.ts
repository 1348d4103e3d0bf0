import { basename, dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { givePolicyConsent } from '../../node/credentials/changePolicyConsents.ts';
import { variable } from '../../node/environment.ts';
import { isAtOrBelow } from '../../node/files/realPath.ts';
import { findBatchFile, findProgram, isExecutable } from '../../node/process/findProgram.ts';
import { runThrough } from '../../node/process/runThrough.ts';
import { systemCodeOf } from '../../node/systemError.ts';
import { isDistinctive, type KnownValue, shortestMasked } from '../../secrets/masking.ts';
import { scan } from '../../secrets/scan.ts';
import { environmentFiles } from '../environmentFiles.ts';
import { CliError, exitCodes, invalidOptions } from '../exitCodes.ts';
import type { CommandRow, Context } from '../program.ts';
import { isVariableName, type RunCommand, runIdentity, whyNeverForAgents } from '../run/runConsent.ts';
import { MaskedStream } from '../run/maskedStream.ts';
import { valueNumbers } from '../valueNumbers.ts';
import { storedSecret } from './secret.ts';

interface RunOptions {
  readonly with?: readonly string[];
  readonly mask?: boolean;
  readonly allow?: boolean;
}

/** Adds `run`, which starts a program with secrets that an agent does not see. */
export const runCommand: CommandRow = (program, run) =>
  program
    .command('run')
    .description('Run a program with secrets as environment variables, and mask the secrets in its output')
    .argument('<command...>', 'the program and its arguments, behind -- (in PowerShell: "--")')
    .option('--with <name...>', 'secrets from the keyring, an .env file of this project, or the environment')
    .option('--mask', 'run it without such a secret, and mask all others')
    .option('--allow', 'let AI agents run exactly this command line, after a question; requires a terminal')
    .action(
      run((context, command: string[], options: RunOptions) => {
        const names = options.with ?? [];
        const wrong = names.find((name) => !isVariableName(name));
        if (wrong !== undefined)
          throw invalidOptions(`${wrong} cannot be the name of an environment variable`);
        if (names.length === 0 && options.mask !== true) throw invalidOptions('use --with NAME or --mask');
        const given = { names, command };
        return options.allow === true ? allowForAgents(context, given) : runWith(context, given);
      }),
    );

async function allowForAgents({ terminal, prompts, session }: Context, run: RunCommand): Promise<number> {
  const never = whyNeverForAgents(run);
  if (never !== undefined) throw new CliError(`AI agents cannot be allowed to run this: ${never}.`);
  if (!terminal.isInteractive)
    throw new CliError('Allowing a command line requires a terminal, so that a user makes the decision.');
  const { cwd } = terminal.host;
  terminal.say(`In ${cwd}:  ${run.command.join(' ')}`);
  if (run.names.length > 0) terminal.say(`with ${run.names.join(', ')}`);
  terminal.say('The program gets the values and could send or store them.');
  if (!(await prompts.agree('Let AI agents run exactly this?'))) {
    terminal.say('Nothing was changed.');
    return exitCodes.failed;
  }
  await givePolicyConsent(session.home, runIdentity(cwd, run), new Date().toISOString());
  terminal.answer(
    { folder: cwd, ...run },
    () => 'Agents may run it until it or a file that defines it changes.',
  );
  return exitCodes.fine;
}

async function runWith(context: Context, { names, command }: RunCommand): Promise<number> {
  const { host } = context.terminal;
  const files = environmentFiles([host.cwd]);
  const values = new Map<string, string>();
  for (const name of names) values.set(name, await valueOf(context, name, files));
  const short = [...values].filter(([, value]) => value.length < shortestMasked).map(([name]) => name);
  if (short.length > 0)
    context.terminal.warn(
      `Not masked, because it has fewer than ${shortestMasked} characters: ${short.join(', ')}`,
    );
  const env = { ...host.env, ...Object.fromEntries(values) };
  const [program = '', ...args] = command;
  const mask = {
    known: knownValues(values, files, env),
    find: (text: string) => scan(text, { ignoresComments: true }).findings,
    numberOf: valueNumbers(host.env),
  };
  const search = { platform: process.platform, env: host.env, isExecutable };
  // Windows would look in the working folder first, which may be a repository with a `git.exe`.
  const path = basename(program) === program ? findProgram(program, search) : program;
  const failed = (how: string, cause?: unknown): CliError => {
    const isBatch = /\.(?:bat|cmd)$/i.test(program) || findBatchFile(program, search) !== undefined;
    const fix = isBatch ? `It is a script for cmd: service-cli run … "--" cmd /c ${program}` : undefined;
    return new CliError(`${program} ${how}.`, { cause, fix });
  };
  if (path === undefined) throw failed('was not found');
  try {
    const { exitCode, signal } = await runThrough(path, args, {
      cwd: host.cwd,
      env,
      stdout: { through: new MaskedStream(mask), to: host.stdout },
      stderr: { through: new MaskedStream(mask), to: host.stderr },
    });
    // The caller must see the signal that ended the program, so this process ends by the same one.
    if (signal !== undefined) process.kill(process.pid, signal);
    return exitCode;
  } catch (cause) {
    throw failed(systemCodeOf(cause) === 'ENOENT' ? 'was not found' : 'cannot be started', cause);
  }
}

type Files = ReturnType<typeof environmentFiles>;

async function valueOf({ session, terminal }: Context, name: string, files: Files): Promise<string> {
  const { env, cwd } = terminal.host;
  const value = (await storedSecret(session, name)) ?? valueInFiles(name, files, cwd) ?? variable(env, name);
  if (value === undefined)
    throw new CliError(`There is no value for ${name}.`, { fix: `Store it: service-cli secret set ${name}` });
  return value;
}

/** Looks in `.env.local` and `.env` of the folder and of those above it, the nearest first. */
function valueInFiles(name: string, files: Files, cwd: string): string | undefined {
  const candidates = files
    .filter(({ path }) => /[\\/]\.env(?:\.local)?$/.test(path) && isAtOrBelow(dirname(path), cwd))
    .sort((a, b) => dirname(b.path).length - dirname(a.path).length || b.path.length - a.path.length);
  return candidates
    .map(({ text }) => parseEnv(text)[name])
    .find((value) => value !== undefined && value !== '');
}

/** Returns the values to mask: the given ones, and those that the engine calls secret in files and in the environment. */
function knownValues(given: ReadonlyMap<string, string>, files: Files, env: NodeJS.ProcessEnv): KnownValue[] {
  const environment = Object.entries(env).map(([name, value]) => `${name}=${value ?? ''}`);
  const texts = [...files, { path: '.env', text: environment.join('\n') }];
  const found = texts.flatMap(({ path, text }) =>
    scan(text, { path, ignoresComments: true }).findings.map(({ start, end, rule }) => ({
      value: text.slice(start, end),
      rule,
    })),
  );
  const own = Array.from(given, ([name, value]) => ({ value, rule: name }));
  return [
    ...own.filter(({ value }) => value.length >= shortestMasked),
    ...found.filter(({ value }) => isDistinctive(value)),
  ];
}
