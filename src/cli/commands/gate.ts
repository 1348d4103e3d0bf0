import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import type { CallOptions } from '../../core/api/client.ts';
import { gateMarkdown, gateSarif, githubAnnotations, gitlabCodeQuality } from '../../core/ci/gateFormats.ts';
import {
  readGateReport,
  type GateReport,
  reportedConditionText,
  headline,
  type ReportedCondition,
} from '../../core/ci/gateReport.ts';
import { Failure } from '../../core/failures.ts';
import { pullRequestName } from '../../core/gate/model.ts';
import type { FindingState } from '../../core/issues/finding.ts';
import { readGateFindings } from '../../core/issues/gateFindings.ts';
import { statesIn, touchedCauses, type TouchedCauses } from '../../core/issues/touchedCauses.ts';
import { printableJson, withoutBuildCommands, printable } from '../../core/printable.ts';
import { unpushedFiles } from '../../node/process/repository.ts';
import { CliError, exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import { failedCall } from '../failedCall.ts';
import { discoverProject } from '../integrate/discovery.ts';
import { untilInterrupted } from '../interrupted.ts';
import { withScope, type ScopeOptions } from '../options.ts';
import type { CommandRow, Context } from '../program.ts';
import { analyzedScope, type AnalysisOptions } from '../project/analyzedScope.ts';
import { requireKey } from '../project/findProject.ts';
import { textInsideIfAny } from '../readText.ts';
import { onPlatform, version } from '../session.ts';
import type { Terminal } from '../terminal.ts';

/** Adds `gate status` and `gate changed`. Formats that write to the same stream exclude each other. */
export const gateCommand: CommandRow = (program, run) => {
  const gate = program.command('gate').description('Read the quality gate of a project');
  withScope(
    gate
      .command('status')
      .description('Print whether the quality gate passed, with the failing conditions and their causes'),
  )
    .option('-w, --wait', 'wait until the platform has processed the analysis')
    .option('--timeout <seconds>', 'how long to wait', '300')
    .addOption(new Option('--task <id>', 'ID of the background task of the analysis').conflicts('reportTask'))
    .option('--report-task <file>', 'report-task.txt of the scanner, which names the task')
    .option('--json', 'print one JSON document')
    .addOption(
      new Option('--sarif', 'print a SARIF document for code scanning').conflicts([
        'json',
        'markdown',
        'annotations',
      ]),
    )
    .addOption(
      new Option('--markdown', 'print Markdown for the summary of a job').conflicts(['json', 'annotations']),
    )
    .addOption(
      new Option('--annotations <kind>', 'print annotations of GitHub, or a code quality report of GitLab')
        .choices(['github', 'gitlab'])
        .conflicts('json'),
    )
    .addHelpText('after', `\n${exitCodeHelp}`)
    .action(
      run((context, options: GateStatusOptions) =>
        untilInterrupted((stop) => gateStatus(context, options, stop)),
      ),
    );
  addGateChanged(gate, run);
};

const exitCodeHelp = `Exit codes:
  0    the quality gate passed
  1    the status could not be determined
  2    invalid options
  52   the quality gate failed
  130  interrupted`;

interface GateStatusOptions extends AnalysisOptions {
  /** Seconds. */
  readonly timeout: string;
  readonly sarif?: true;
  readonly markdown?: true;
  readonly annotations?: 'github' | 'gitlab';
}

/** Causes per condition: a person reads the first ones, a program wants a page. */
const limits = { text: 10, program: 500 } as const;

/**
 * Prints the status of a gate, after the analysis whose task or report is given, or as it is now.
 *
 * @returns 0 for a gate that passed, 52 for one that failed, 1 for every other status, 130 when `stop` aborted.
 */
async function gateStatus(
  context: Context,
  options: GateStatusOptions,
  stop: AbortSignal,
): Promise<ExitCode> {
  const timeoutMs = timeoutOf(options);
  const { session, terminal } = context;
  const isForProgram = terminal.json || options.sarif === true || options.annotations !== undefined;
  try {
    const report = await onPlatform(session, async (opened) => {
      const { platform } = opened;
      const api = opened.api.with({ signal: stop });
      const scope = await analyzedScope(context, api, { ...options, timeoutMs }, stop);
      const reading = readGateReport(api, {
        ...scope,
        organization: platform.organization,
        limit: isForProgram ? limits.program : limits.text,
        onMissing: (metric, failure) =>
          terminal.warn(`The causes of ${metric} could not be read: ${failure.message}`),
      });
      return terminal.during('Reading the quality gate', reading).catch(async (cause: unknown) => {
        throw Failure.is(cause) ? await failedCall(opened, cause, scope) : cause;
      });
    });
    print(context, report, options);
    return exitCodeOf(context, report);
  } catch (cause) {
    if (stop.aborted) throw new CliError('Interrupted.', { exitCode: exitCodes.interrupted, cause });
    throw cause;
  }
}

function timeoutOf({ timeout }: GateStatusOptions): number {
  const seconds = Number(timeout);
  if (timeout.trim() === '' || !Number.isFinite(seconds) || seconds < 0 || seconds > 86_400)
    throw invalidOptions(`--timeout ${timeout} is not a number of seconds up to 86400`);
  return seconds * 1000;
}

/** Writes the whole report at once, so that a failure leaves no part of it. */
function print(
  { terminal }: Context,
  report: GateReport,
  { sarif, markdown, annotations }: GateStatusOptions,
): void {
  const { stdout } = terminal.host;
  if (sarif) stdout.write(`${printableJson(gateSarif(report, version))}\n`);
  else if (markdown) stdout.write(withoutBuildCommands(gateMarkdown(report)));
  else if (annotations === 'github') stdout.write(githubAnnotations(report));
  else if (annotations === 'gitlab') stdout.write(`${printableJson(gitlabCodeQuality(report))}\n`);
  else terminal.answer(report, () => gateText(report, terminal));
}

function exitCodeOf({ terminal }: Context, { status, project }: GateReport): ExitCode {
  if (status === 'OK') return exitCodes.fine;
  if (status === 'ERROR') return exitCodes.failedGate;
  if (status === 'NONE')
    terminal.fail(
      `${project} has no quality gate status.`,
      'Analyze the project, and check that it has a quality gate.',
    );
  else terminal.fail(`The platform answered the status ${status}, which this version does not know.`);
  return exitCodes.failed;
}

function gateText(report: GateReport, terminal: Pick<Terminal, 'paint' | 'mark'>): string {
  return [
    terminal.paint('bold', printable(headline(report))),
    ...report.conditions.flatMap((condition) => conditionLines(condition, terminal)),
    report.link,
  ].join('\n');
}

function conditionLines(condition: ReportedCondition, terminal: Pick<Terminal, 'paint' | 'mark'>): string[] {
  const { status, causes, total = causes.length } = condition;
  const isFailing = status === 'ERROR';
  const more = total - causes.length;
  return [
    `${terminal.mark(isFailing ? 'failed' : 'ok')} ${printable(reportedConditionText(condition))}`,
    ...causes.map(({ file, line, message = '', rule }) => {
      const place = printable(line === undefined ? file : `${file}:${line}`);
      return `    ${place}  ${printable(message)}${rule === undefined ? '' : ` (${printable(rule)})`}`;
    }),
    ...(more > 0 ? [`    … and ${more} more`] : []),
  ];
}

const mostFindings = 2_000;
const mostShown = 20;
/** How long a push waits for an answer, milliseconds. */
const quietMs = 10_000;

interface ChangedOptions extends ScopeOptions {
  /** For the hook of a push: no message and no failure where nothing can be known. */
  readonly quiet?: true;
}

const addGateChanged: CommandRow = (gate, run) =>
  withScope(
    gate
      .command('changed')
      .description(
        'Print which reasons of a failed quality gate you have touched: in uncommitted files, and in commits that no remote has',
      ),
  )
    .option('--quiet', 'print nothing where nothing can be known, end after ten seconds, and with 0')
    .option('--json', 'print one JSON line per reason')
    .addHelpText(
      'after',
      `
Only the next analysis can tell whether the gate passes. It exits with 52 while reasons are left, and with 0 when the gate does
not fail, or when you have edited all of them.

To see this before each push, with the hooks of integrate git: git config service.gateBeforePush true`,
    )
    .action(
      run(async (context, options: ChangedOptions) => {
        if (options.quiet !== true) return gateChanged(context, options);
        const call = { signal: AbortSignal.timeout(quietMs) };
        try {
          await gateChanged(context, options, call);
        } catch (error) {
          // No login, no project, no answer: a push goes on, and nothing is said.
          if (!(error instanceof CliError) && !Failure.is(error)) throw error;
        }
        return exitCodes.fine;
      }),
    );

async function gateChanged(
  { session, terminal }: Context,
  { quiet, branch, pullRequest, ...given }: ChangedOptions,
  call: CallOptions = {},
): Promise<ExitCode> {
  const local = await discoverProject(session, await realpath(terminal.host.cwd));
  const project = requireKey(given.project ?? local.key);
  const name = pullRequest === undefined ? branch : pullRequestName(pullRequest);
  const { groups } = await onPlatform(
    session,
    ({ api, platform: { organization } }) => {
      const scope = { project, branch: name, organization, newCode: true };
      const reading = readGateFindings(scope, { api: api.with(call), limit: mostFindings });
      return quiet === true ? reading : terminal.during('Reading what makes the quality gate fail', reading);
    },
    { project, branch, pullRequest },
  );
  if (groups.length === 0) {
    if (quiet !== true) terminal.say('The quality gate does not fail.');
    return exitCodes.fine;
  }
  const changed = await unpushedFiles(local.root);
  if (!changed) throw new CliError(`${local.root} is not in a Git repository.`);
  const causes = touchedCauses(groups, localChanges(local.root, changed));
  terminal.items(causes.map(causeRow), causeText);
  terminal.say(
    'Only the next analysis can tell whether the gate passes: new issues, coverage, duplications and ratings are open.',
  );
  return causes.every(isDone) ? exitCodes.fine : exitCodes.failedGate;
}

/** Compares findings with the files on disk. Only changed files are read. */
function localChanges(root: string, paths: readonly string[]): Parameters<typeof touchedCauses>[1] {
  const isThere = (path: string) => lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
  const changed = new Set(paths);
  const states = new Map<string, ReturnType<typeof statesIn>>();
  const statesOf = (path: string) => {
    const known = states.get(path) ?? statesIn(textInsideIfAny(root, path) ?? '');
    states.set(path, known);
    return known;
  };
  return {
    changed,
    gone: new Set(paths.filter((path) => !isThere(path))),
    stateOf: (finding): FindingState =>
      changed.has(finding.path) ? statesOf(finding.path)(finding) : 'open',
  };
}

const isDone = ({ isComplete, here, elsewhere }: TouchedCauses): boolean =>
  isComplete && here.length + elsewhere === 0;

function causeRow({ conditions, here, ...counts }: TouchedCauses) {
  return {
    conditions: conditions.map(({ metricKey, comparator, errorThreshold, actualValue }) => ({
      metric: metricKey,
      comparator,
      threshold: errorThreshold,
      actual: actualValue,
    })),
    ...counts,
    left: here.map(({ path, line, rule, message }) => ({ file: path, line, rule, message })),
  };
}

function causeText({
  conditions,
  edited,
  gone,
  left,
  elsewhere,
  isComplete,
}: ReturnType<typeof causeRow>): string {
  const counts = [
    edited > 0 ? `probably fixed: ${edited}` : '',
    gone > 0 ? `in deleted or renamed files: ${gone}` : '',
    left.length > 0 ? `left in files that you changed: ${left.length}` : '',
    elsewhere > 0 ? `left in other files: ${elsewhere}` : '',
    isComplete ? '' : 'not everything that it counts has a place',
  ];
  const lines = left.slice(0, mostShown).map(({ file, line, message, rule }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `  ${place}: ${message}${rule === undefined ? '' : ` (${rule})`}`;
  });
  const more = left.length > mostShown ? [`  … and ${left.length - mostShown} more`] : [];
  const texts = [...conditions.map(reportedConditionText), `  ${counts.filter(Boolean).join(', ')}`];
  return [...texts, ...lines, ...more].map(printable).join('\n');
}
