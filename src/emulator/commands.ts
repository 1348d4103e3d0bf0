import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, existsSync, lstatSync, realpathSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/mini';
import { counted } from '../core/counted.ts';
import { gateStatusWord } from '../core/ci/gateReport.ts';
import { likelyAddress } from '../core/connections/serverAddress.ts';
import { Failure, type FailureCode, messageOf } from '../core/failures.ts';
import { printable } from '../core/printable.ts';
import { gatePage } from '../core/api/qualityGates.ts';
import { readInside } from '../node/files/realPath.ts';
import { applyChanges } from '../node/files/transaction/fileTransaction.ts';
import { FixableError } from '../node/process/newerNode.ts';
import { isLoopbackAddress } from '../node/http/server/requestGuard.ts';
import { addExamples } from '../node/commandHelp.ts';
import { acceptJson, printAnswer, type JsonFlag } from '../node/jsonOption.ts';
import { platformAccess } from './platformAccess.ts';
import { startEmulator, type EmulatorOptions, type MountHandlers } from './emulator.ts';
import { firstOrganization } from './seed.ts';
import { analysisSeconds, platformApi, submitReport } from './scanner/submit.ts';
import { scan } from './scanner/scan.ts';
import type { Report } from './report.ts';
import { editions, plans } from './serverContext.ts';
import { Database } from './store/database.ts';

interface StartFlags extends Omit<EmulatorOptions, 'allowedHosts'>, JsonFlag {
  readonly allowedHost: readonly string[];
}

interface AnalyzeFlags extends JsonFlag {
  readonly project: string;
  readonly branch?: string;
  readonly url?: string;
  /** Seconds. */
  readonly timeout: number;
  readonly failOnGate?: true;
  readonly D: Readonly<Record<string, string>>;
}

interface BackupFlags extends JsonFlag {
  readonly data?: string;
  readonly url?: string;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/u.test(text) || port > 65_535)
    throw new InvalidArgumentError('The port must be a number from 0 to 65535.');
  return port;
}

const mostSeconds = 86_400;

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0 || seconds > mostSeconds)
    throw new InvalidArgumentError(`Use a number of seconds up to ${mostSeconds}.`);
  return seconds;
}

function parseAddress(text: string): string {
  const address = likelyAddress(text);
  if (address === undefined) throw new InvalidArgumentError('Use an http or https address.');
  return address;
}

function collectProperty(text: string, former: Readonly<Record<string, string>>): Record<string, string> {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Write a property as name=value.');
  return { ...former, [text.slice(0, equals)]: text.slice(equals + 1) };
}

const fixesOfAnswers: Partial<Record<FailureCode, string>> = {
  unauthorized: 'Set it to a user token of this platform.',
  forbidden:
    'Use a token whose user has the permission. Users of the embedded platform get it from its administrator.',
  certificate:
    'If your company issued its certificate, set NODE_EXTRA_CA_CERTS to the file of its certificate authority.',
  rateLimited: 'Try again in a minute.',
  unavailable: 'Try again in a minute.',
  badRequest: 'Correct the arguments.',
};

function explain(url: string): (error: unknown) => never {
  return (error) => {
    if (!Failure.is(error)) throw error;
    const { code, words } = error;
    if (['unreachable', 'unknownHost', 'timeout'].includes(code))
      throw new FixableError(
        `${url} could not be reached (${messageOf(error)}).`,
        'Check the address. To start a platform, run: service-cli platform start',
        { cause: error },
      );
    const message =
      code === 'unauthorized'
        ? `${url} refused the token in SERVICE_TOKEN.`
        : `${url} did not accept the request: ${words ?? messageOf(error)}`;
    const fix = fixesOfAnswers[code] ?? 'Check that the address is that of an embedded platform.';
    throw new FixableError(message, fix, { cause: error });
  };
}

async function start(options: EmulatorOptions, flags: JsonFlag): Promise<void> {
  if (!isLoopbackAddress(options.host ?? '127.0.0.1'))
    process.stderr.write(
      'Others on the network can reach this platform, and read the tokens and passwords that are sent to it over http.\n',
    );
  const emulator = await startEmulator(options);
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    // The older Node that started this process has ended, for any reason.
    if (process.connected) process.once('disconnect', resolve);
  });
  const { url, token, adminPassword } = emulator;
  const organization = options.cloud ? firstOrganization : undefined;
  const password =
    adminPassword === undefined ? [] : [`Password of the user admin (not shown again): ${adminPassword}`];
  printAnswer(flags, { url, token, organization, pid: process.pid, adminPassword }, () =>
    [
      `The platform is ready: ${url}`,
      `User token of an administrator, valid until the next start: ${token}`,
      ...password,
      'Commands in another terminal use it after:',
      ...variableLines({ SERVICE_URL: url, SERVICE_TOKEN: token, SERVICE_ORG: organization }),
    ].join('\n'),
  );
  await stopped;
  await emulator.stop();
  if (process.connected) process.disconnect();
}

function variableLines(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      process.platform === 'win32' ? `  $env:${name} = '${value}'` : `  export ${name}=${value}`,
    );
}

async function analyze(directory: string, flags: AnalyzeFlags): Promise<void> {
  const { url, project, branch, timeout, failOnGate, D } = flags;
  const access = await platformAccess(url, 'an analysis needs a token with the right to scan');
  if (!existsSync(directory)) throw new Error(`The folder ${directory} does not exist`);
  let sent = '';
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      process.stderr.write(`✗ Interrupted.${printable(sent)}\n`);
      process.exit(interruptedExitCode);
    });
  const onAnalyzed = sayProgress();
  const notAnalyzed: string[] = [];
  const onNotAnalyzed = (text: string): void => void notAnalyzed.push(text);
  const what = { directory, projectKey: project, branch, properties: D };
  const report = await scan({ ...what, onAnalyzed, onNotAnalyzed });
  const outcome = await submitReport(access.url, access.token, report, {
    organization: access.organization,
    timeoutMs: timeout * 1000,
    onWait: (taskId, state, elapsedMs) => {
      sent = ` The platform continues the analysis ${taskId}.`;
      const line = `Waiting for the analysis (${taskId}): ${state}, ${Math.round(elapsedMs / 1000)} s`;
      process.stderr.write(`${printable(line)}\n`);
    },
  }).catch(explain(access.url));
  const { taskId } = outcome;
  const lines = [
    `projectKey=${project}`,
    `serverUrl=${access.url}`,
    `ceTaskId=${taskId}`,
    `ceTaskUrl=${access.url}/api/ce/task?id=${taskId}`,
  ];
  await writeReportTask(directory, `${lines.join('\n')}\n`).catch((error: unknown) => {
    process.stderr.write(`${printable(`report-task.txt was not written: ${messageOf(error)}`)}\n`);
  });
  printAnswer(flags, outcome, () =>
    outcome.status === 'FAILED'
      ? `The analysis of ${project} failed (task ${outcome.taskId}).`
      : [
          scannedText(report),
          ...notAnalyzed,
          counted(report.issues.length + (report.hotspots ?? []).length, 'issue'),
          `quality gate ${gateStatusWord(outcome.gate)} → ${gatePage(access.url, { project, branch, pullRequest: report.pullRequest?.key })}`,
        ].join(' · '),
  );
  if (outcome.status === 'FAILED') process.exitCode = 1;
  else if (failOnGate === true && outcome.gate === 'ERROR') process.exitCode = failedGateExitCode;
}

/** The same as those of the other commands of service-cli. */
const failedGateExitCode = 52;
const interruptedExitCode = 130;

/** Returns a function that says the progress after a second, and then every five seconds, until all files are analyzed. */
function sayProgress(): (done: number, total: number) => void {
  let next = performance.now() + 1000;
  return (done, total) => {
    if (done === total || performance.now() < next) return;
    next = performance.now() + 5000;
    process.stderr.write(`Analyzed ${done} of ${counted(total, 'file')}.\n`);
  };
}

/** Returns a text such as `3 files (JavaScript 2, TypeScript 1)`. */
function scannedText({ files }: Report): string {
  const languages = [
    ['js', 'JavaScript'],
    ['ts', 'TypeScript'],
    ['py', 'Python'],
  ].flatMap(([key, name]) => {
    const count = files.filter(({ language }) => language === key).length;
    return count === 0 ? [] : [`${name} ${count}`];
  });
  return counted(files.length, 'file') + (languages.length === 0 ? '' : ` (${languages.join(', ')})`);
}

/** Writes the file from which `gate status --wait` learns the task, in the place where scanners leave it. */
async function writeReportTask(directory: string, text: string): Promise<void> {
  const root = realpathSync(directory);
  const path = join(root, '.scannerwork', 'report-task.txt');
  const before = readInside(root, path);
  await applyChanges([{ path, within: root, before, after: Buffer.from(text) }]);
}

/** Backs up a running platform through its address, or a stopped one from its data folder. */
async function backup(file: string, flags: BackupFlags): Promise<void> {
  const { data, url } = flags;
  const target = resolve(file);
  if (existsSync(target)) throw new Error(`${target} already exists; a backup does not replace a file`);
  const made = data === undefined ? await backupRunning(target, url) : backupStopped(target, data);
  printAnswer(flags, made, () => `The backup was written to ${made.file}.`);
}

function backupStopped(target: string, data: string): Backup {
  const path = join(data, 'platform.db');
  if (!existsSync(path)) throw new Error(`The folder ${data} holds no data of a platform`);
  const db = new Database(path);
  try {
    db.backup(target);
    return { file: target, format: db.formatVersion };
  } finally {
    db.close();
  }
}

/**
 * Lets a running platform write the backup, then moves the file to `target`. The platform writes only below its data
 * folder, so that no request can make it write elsewhere. Another program may answer at the address, and must not make
 * this one move a file of the user: only a file of the requested name, which is random, is moved.
 *
 * @throws when the platform refuses, and when it answers with another file.
 */
async function backupRunning(target: string, url: string | undefined): Promise<Backup> {
  const access = await platformAccess(
    url,
    'the backup of a running platform needs a token of its administrator',
  );
  const name = `backup-${randomUUID()}.db`;
  const { file, format } = await platformApi(access.url, access.token)
    .with({ timeoutMs: backupMs })
    .postJson('_platform/backup', { file: name }, backupSchema)
    .catch(explain(access.url));
  if (basename(file) !== name || lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new Error(`${access.url} has written no backup: it names ${file}`);
  try {
    copyFileSync(file, target, constants.COPYFILE_EXCL);
  } finally {
    rmSync(file);
  }
  return { file: target, format };
}

const backupMs = 600_000;

const backupSchema = z.object({ file: z.string(), format: z.number() });
type Backup = z.output<typeof backupSchema>;

export function platformProgram(mountHandlers: MountHandlers): Command {
  const program = new Command('service-cli platform')
    .description('Run an embedded platform for trials, demonstrations and tests')
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();

  addStart(program, mountHandlers);

  program
    .command('analyze')
    .description(
      'Analyze a folder of JavaScript, TypeScript and Python with the token in SERVICE_TOKEN, or the login',
    )
    .argument('[directory]', 'folder to analyze', '.')
    .requiredOption('-p, --project <key>', 'key of the project; a missing project is created')
    .option('--branch <name>', 'branch, on platforms that have branches')
    .option('--url <address>', 'address of the platform (default: SERVICE_URL)', parseAddress)
    .option('--fail-on-gate', 'exit with 52 when the quality gate failed')
    .option('--timeout <seconds>', 'how long to wait for the analysis', parseSeconds, analysisSeconds)
    .addOption(
      new Option('-D <name=value>', 'analysis property; repeatable')
        .argParser(collectProperty)
        .default({}, 'none'),
    )
    .action(analyze);

  program
    .command('backup')
    .description('Write a copy of all data to a new file')
    .argument('<file>', 'file to write; it must not exist')
    .option('--data <directory>', 'data folder of a platform that is not running')
    .option(
      '--url <address>',
      'address of a running platform on this machine (default: SERVICE_URL)',
      parseAddress,
    )
    .action(backup);

  acceptJson(program);
  addExamples(program);
  return program;
}

function addStart(program: Command, mountHandlers: MountHandlers): void {
  program
    .command('start')
    .description(
      'Run a platform until it is interrupted. When it is ready, it prints its address, a token and, at the first start on its data, the password of the user admin',
    )
    .option('--port <number>', 'port to listen on; 0 selects a free one', parsePort, 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option(
        '--allowed-host <name>',
        'another name that the Host header may have, for example behind a proxy; repeatable',
      )
        .argParser((name: string, names: string[]) => [...names, name])
        .default([], 'none'),
    )
    .option('--data <directory>', 'folder of the data; without it, the data is deleted at the end')
    .option('--cloud', 'imitate the cloud, with organizations and branches')
    .option('--server-version <version>', 'version to imitate, such as 9.9.0 or 26.9.0')
    .addOption(
      new Option(
        '--edition <edition>',
        'edition to imitate; all except community have branches and pull requests',
      )
        .choices(editions)
        .default('community'),
    )
    .addOption(
      new Option('--plan <plan>', 'plan of the organizations with --cloud').choices(plans).default('free'),
    )
    .action(({ json, allowedHost, ...options }: StartFlags) =>
      start({ ...options, allowedHosts: allowedHost, mountHandlers }, { json }),
    );
}
