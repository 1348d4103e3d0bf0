import { printable } from '../printable.ts';
import { failingConditions, headline, type GateReport, type ReportedCondition } from './gateReport.ts';

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
              `| ${cell(metric)} | ${cell(actual)} | ${comparator === 'LT' ? '≥' : '≤'} ${cell(threshold)} | ${status === 'ERROR' ? '❌ failed' : '✅ passed'} |`,
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
    `### ${cell(metric)}`,
    '',
    ...shown.map(({ file, line, message, rule }) => {
      const place = code(line === undefined ? file : `${file}:${line}`);
      return `- ${place} ${cell(message ?? '')}${rule === undefined ? '' : ` (${cell(rule)})`}`;
    }),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    '',
  ].join('\n');
}

/**
 * Returns text of others so that Markdown shows it as it is: on one line, without markup, HTML, links, images or
 * mentions.
 */
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
