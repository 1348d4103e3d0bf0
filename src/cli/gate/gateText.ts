import {
  conditionText,
  headline,
  type GateReport,
  type ReportedCondition,
} from '../../core/ci/gateReport.ts';
import { printable } from '../../core/printable.ts';
import type { Terminal } from '../terminal.ts';

/** Returns the report as text for a terminal or a build log. */
export function gateText(report: GateReport, terminal: Pick<Terminal, 'paint'>): string {
  return [
    terminal.paint('bold', printable(headline(report))),
    ...report.conditions.flatMap((condition) => conditionLines(condition, terminal)),
    report.link,
  ].join('\n');
}

function conditionLines(condition: ReportedCondition, terminal: Pick<Terminal, 'paint'>): string[] {
  const { status, causes, total = causes.length } = condition;
  const isFailing = status === 'ERROR';
  const more = total - causes.length;
  return [
    `${isFailing ? terminal.paint('red', '✗') : terminal.paint('green', '✓')} ${printable(conditionText(condition))}`,
    ...causes.map(({ file, line, message = '', rule }) => {
      const place = printable(line === undefined ? file : `${file}:${line}`);
      return `    ${place}  ${printable(message)}${rule === undefined ? '' : ` (${printable(rule)})`}`;
    }),
    ...(more > 0 ? [`    … and ${more} more`] : []),
  ];
}
