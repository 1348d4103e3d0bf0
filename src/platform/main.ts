/** The `platform` commands of service-cli. The store needs Node 24, so nothing that loads it is imported before that is sure. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../core/failures.ts';
import { findNode, isNewEnough, reExecute } from './runtime.ts';

interface StartFlags {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  readonly cloud?: true;
  readonly serverVersion?: string;
  readonly edition: 'community' | 'developer';
}

interface AnalyzeFlags {
  readonly project: string;
  readonly branch?: string;
  readonly url?: string;
  readonly D: Readonly<Record<string, string>>;
}

const print = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/u.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function collectProperty(text: string, former: Readonly<Record<string, string>>): Record<string, string> {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('A property is name=value.');
  return { ...former, [text.slice(0, equals)]: text.slice(equals + 1) };
}

async function start(flags: StartFlags): Promise<void> {
  const { startPlatform } = await import('./platform.ts');
  const platform = await startPlatform(flags);
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  print({ url: platform.url, token: platform.token, pid: process.pid });
  await stopped;
  await platform.stop();
}

async function analyze(directory: string, flags: AnalyzeFlags): Promise<void> {
  const token = process.env.SERVICE_TOKEN;
  const url = (flags.url ?? process.env.SERVICE_URL)?.replace(/\/+$/u, '');
  if (!token) throw new Error('SERVICE_TOKEN is not set: the analysis needs a token with the right to scan');
  if (!url) throw new Error('Give the address of the platform as --url or in SERVICE_URL');
  const [{ scan }, { submitReport }] = await Promise.all([
    import('./scanner/scan.ts'),
    import('./scanner/submit.ts'),
  ]);
  const report = await scan({
    directory,
    projectKey: flags.project,
    branch: flags.branch,
    properties: flags.D,
  });
  const outcome = await submitReport(url, token, report);
  print(outcome);
  if (outcome.status === 'FAILED') process.exitCode = 1;
}

const program = new Command('service-cli platform')
  .description('An embedded platform to try, demonstrate and test with')
  .exitOverride();

program
  .command('start')
  .description(
    'Runs a platform until it is interrupted. Prints one line of JSON (url, token, pid) once it is ready',
  )
  .option('--port <number>', 'port to listen on; 0 takes a free one', parsePort, 0)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--data <directory>', 'where the data is kept; without it they are gone at the end')
  .option('--cloud', 'answer as the cloud does: organizations, branches')
  .option('--server-version <version>', 'version to answer as, such as 9.9.0 or 26.9.0')
  .addOption(
    new Option('--edition <edition>', 'developer has branches and pull requests')
      .choices(['community', 'developer'])
      .default('community'),
  )
  .action(start);

program
  .command('analyze')
  .description('Analyses a folder of JavaScript and TypeScript. The token comes from SERVICE_TOKEN')
  .argument('<directory>')
  .requiredOption('--project <key>', 'project to analyse as; a new one is created')
  .option('--branch <name>', 'branch, where the platform has branches')
  .option('--url <address>', 'platform; otherwise SERVICE_URL')
  .option('-D <name=value>', 'analysis property; may be repeated', collectProperty, {})
  .action(analyze);

async function main(): Promise<number> {
  const [, script = '', ...args] = process.argv;
  if (!isNewEnough(process.versions.node)) {
    const node = findNode(script);
    if (node) return reExecute(node, script, args);
    throw new Error(
      `The platform needs Node 24 or newer, this is ${process.versions.node}. Install it, or the npm package "node" beside service-cli`,
    );
  }
  await program.parseAsync(args[0] === 'platform' ? args.slice(1) : args, { from: 'user' });
  return Number(process.exitCode ?? 0);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    // Commander has said what is wrong with the options.
    const isUsage = error instanceof Error && 'exitCode' in error;
    if (!isUsage) process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = isUsage ? (error.exitCode === 0 ? 0 : 2) : 1;
  },
);
