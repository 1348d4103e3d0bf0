import { printable } from '../printable.ts';
import {
  allCauses,
  causeText,
  reportedConditionText,
  failingConditions,
  fingerprint,
  type GateReport,
  headline,
  type ReportedCause,
  type ReportedCondition,
} from './gateReport.ts';
import { metricName, metricValue } from '../gate/measures.ts';
import { sarifLog, sarifUri } from '../sarif.ts';

/** Rows of issues per condition. A job summary holds 1 MB, and a reader needs the first issues only. */
const rowsPerCondition = 50;

/** Returns the report in the Markdown of GitHub and GitLab, for the summary of a job. It ends with a line feed. */
export function gateMarkdown(report: GateReport): string {
  const sections = failingConditions(report).map(causesSection).filter(Boolean);
  const table =
    report.conditions.length === 0
      ? ['The quality gate has no conditions.']
      : [
          '| Condition | Value | Threshold | Status |',
          '| --- | --- | --- | --- |',
          ...report.conditions.map(
            ({ metric, actual = '–', comparator, threshold = '–', status }) =>
              `| ${cell(metricName(metric))} | ${cell(metricValue(metric, actual))} | ${comparator === 'LT' ? '≥' : '≤'} ${cell(metricValue(metric, threshold))} | ${status === 'ERROR' ? '❌ failed' : '✅ passed'} |`,
          ),
        ];
  const link = `[Open on the platform](<${report.link}>)`;
  return `${[`## ${cell(headline(report))}`, '', ...table, '', ...sections, link].join('\n')}\n`;
}

function causesSection({ metric, causes, total }: ReportedCondition): string {
  if (causes.length === 0) return '';
  const shown = causes.slice(0, rowsPerCondition);
  const more = (total ?? causes.length) - shown.length;
  return [
    `### ${cell(metricName(metric))}`,
    '',
    ...shown.map(({ file, line, message, rule }) => {
      const place = code(line === undefined ? file : `${file}:${line}`);
      return `- ${place} ${cell(message ?? '')}${rule === undefined ? '' : ` (${cell(rule)})`}`;
    }),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    '',
  ].join('\n');
}

/** Returns text that Markdown shows as it is: on one line, without markup, HTML, links, images or mentions. */
function cell(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~$^=-]/g, String.raw`\$&`)
    .replace(/:(?=\/\/)|@/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
    .replace(/www\./gi, (word) => `${word.slice(0, 3)}&#46;`);
}

/** Returns a code span that contains the text, also one with backticks. */
function code(text: string): string {
  const longest = Math.max(0, ...(printable(text).match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${longest > 0 ? ' ' : ''}${printable(text)}${longest > 0 ? ' ' : ''}${fence}`;
}

/**
 * Returns a SARIF log: a result per issue, hotspot or file that makes a condition fail. The conditions themselves have
 * no place in a file, so they are notifications of the invocation.
 * @param version of service-cli
 */
export function gateSarif(report: GateReport, version: string): unknown {
  const causes = allCauses(report);
  const rules = [...new Set(causes.map(({ check }) => check))];
  return sarifLog({
    driver: { name: 'service-cli gate', version, rules: rules.map((id) => ({ id })) },
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          { level: report.status === 'ERROR' ? 'error' : 'note', message: { text: headline(report) } },
          ...failingConditions(report).map((condition) => ({
            level: 'error',
            message: { text: reportedConditionText(condition) },
          })),
        ],
      },
    ],
    results: causes.map((cause) => ({
      ruleId: cause.check,
      level: 'error',
      message: { text: causeText(cause) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: sarifUri(cause.file) },
            // Forges refuse a result without a region.
            region: { startLine: cause.line ?? 1 },
          },
        },
      ],
      partialFingerprints: { 'platform/v1': fingerprint(cause) },
    })),
  });
}

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
      githubCommand('error', { title: 'Quality gate condition' }, reportedConditionText(condition)),
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

/** Escapes the text of a log command: the runner reads `##[command]` anywhere, so each `#` is separated. */
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
