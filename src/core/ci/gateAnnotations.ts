import { printable } from '../printable.ts';
import {
  allCauses,
  causeText,
  conditionText,
  failingConditions,
  fingerprint,
  headline,
  type GateReport,
  type ReportedCause,
} from './gateReport.ts';

/**
 * Returns workflow commands of GitHub Actions, one per line: an error per failing condition and one per cause, at its
 * line. Every text of others is escaped, so that it can neither end a command nor begin one.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function githubAnnotations(report: GateReport): string {
  const isFailed = report.status === 'ERROR';
  const lines = [
    githubCommand(
      isFailed ? 'error' : 'notice',
      { title: 'Quality gate' },
      `${headline(report)} ${report.link}`,
    ),
    ...failingConditions(report).map((condition) =>
      githubCommand('error', { title: 'Quality gate condition' }, conditionText(condition)),
    ),
    ...allCauses(report).map(({ file, line, check, message, metrics }) =>
      githubCommand(
        'error',
        { file, line: line === undefined ? undefined : String(line), title: check },
        `${message ?? ''} (${metrics.join(', ')})`,
      ),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function githubCommand(
  name: 'error' | 'notice',
  properties: Readonly<Record<string, string | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeData(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
  );
  return `::${name} ${given.join(',')}::${escapeData(message)}`;
}

/** The runner reads `##[command]` anywhere in a line, so each `#` is separated from the next. */
function escapeData(text: string): string {
  return printable(text)
    .replaceAll('%', '%25')
    .replace(/#(?=#)/g, '#\u200B');
}

const gitlabSeverities: readonly (readonly [words: RegExp, severity: string])[] = [
  [/BLOCKER/, 'blocker'],
  [/CRITICAL|HIGH/, 'critical'],
  [/MAJOR|MEDIUM/, 'major'],
  [/MINOR|LOW/, 'minor'],
];

/**
 * Returns the causes as a report for GitLab's `artifacts:reports:codequality`.
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
export function gitlabCodeQuality(report: GateReport): readonly object[] {
  return allCauses(report).map((cause) => ({
    description: causeText(cause),
    check_name: cause.check,
    fingerprint: fingerprint(cause),
    severity: gitlabSeverity(cause),
    location: { path: cause.file, lines: { begin: cause.line ?? 1 } },
  }));
}

function gitlabSeverity({ severity = '' }: ReportedCause): string {
  return gitlabSeverities.find(([words]) => words.test(severity))?.[1] ?? 'info';
}
