import { Option } from 'commander';
import { untilInterrupted } from '../interrupted.ts';
import type { CommandRow, Context } from '../program.ts';
import { withScope } from '../options.ts';
import { gateMarkdown, gateSarif, githubAnnotations, gitlabCodeQuality } from '../../core/ci/gateFormats.ts';
import {
  readGateReport,
  type GateReport,
  reportedConditionText,
  headline,
  type ReportedCondition,
} from '../../core/ci/gateReport.ts';
import { Failure } from '../../core/failures.ts';
import { printableJson, withoutBuildCommands, printable } from '../../core/printable.ts';
import { CliError, exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import { failedCall } from '../failedCall.ts';
import { onPlatform, version } from '../session.ts';
import { addGateChanged } from './gateChanged.ts';
import { analyzedScope, type AnalysisOptions } from '../project/analyzedScope.ts';
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

/** Prints the status of a gate, after the analysis whose task or report is given, or as it is now. */
async function gateStatus(
  context: Context,
  options: GateStatusOptions,
  stop: AbortSignal,
): Promise<ExitCode> {
  const timeoutMs = timeoutOf(options);
  const { session, terminal } = context;
  try {
    const report = await onPlatform(session, async (opened) => {
      const { platform } = opened;
      const api = opened.api.with({ signal: stop });
      const scope = await analyzedScope(context, api, { ...options, timeoutMs }, stop);
      const reading = readGateReport(api, {
        ...scope,
        organization: platform.organization,
        limit: isForPrograms(context, options) ? limits.program : limits.text,
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

function isForPrograms({ terminal }: Context, { sarif, annotations }: GateStatusOptions): boolean {
  return terminal.json || sarif === true || annotations !== undefined;
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
  terminal.fail(
    status === 'NONE'
      ? `${project} has no quality gate status.`
      : `The platform answered the status ${status}, which this version does not know.`,
    status === 'NONE' ? 'Analyze the project, and check that it has a quality gate.' : undefined,
  );
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
