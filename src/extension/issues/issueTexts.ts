import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { Finding } from '../../core/issues/finding.ts';
import type { OpenRange, PlacedFinding } from '../../core/issues/positions.ts';
import { filePage, hotspotPage, issuePage } from '../../core/gate/platformPages.ts';
import type { FolderGate } from '../gates/folderGates.ts';

export function findingPage(
  { kind, key, path }: Finding,
  { connection, projectKey, gate: { branch } }: FolderGate,
  baseUrlOf: (connection: Connection) => string,
): vscode.Uri {
  const baseUrl = baseUrlOf(connection);
  const page =
    kind === 'issue'
      ? issuePage(baseUrl, projectKey, key, branch)
      : kind === 'hotspot'
        ? hotspotPage(baseUrl, projectKey, key, branch)
        : filePage(baseUrl, projectKey, path, branch);
  return vscode.Uri.parse(page, true);
}

export function messageText({ kind, message }: Finding): string {
  switch (kind) {
    case 'issue':
    case 'hotspot':
      return message;
    case 'uncovered':
      return vscode.l10n.t('Not covered by tests. Add a test that runs this code.');
    case 'partlyCovered':
      return vscode.l10n.t('Partly covered by tests. Add a test for each outcome of the conditions.');
    case 'duplicated':
      return vscode.l10n.t('Duplicated code. Move it to one place, and use it from there.');
  }
}

const codeTexts: Readonly<Record<Finding['kind'], () => string>> = {
  issue: () => vscode.l10n.t('Issue'),
  hotspot: () => vscode.l10n.t('Security hotspot'),
  uncovered: () => vscode.l10n.t('Coverage'),
  partlyCovered: () => vscode.l10n.t('Coverage'),
  duplicated: () => vscode.l10n.t('Duplicated lines'),
};

export interface ShownFinding {
  readonly uri: vscode.Uri;
  readonly gate: FolderGate;
  /** When the platform was asked for it, milliseconds. */
  readonly readAt: number;
  readonly finding: Finding;
  readonly range: vscode.Range;
  /** Whether the last gate that was asked for its issues has this one. */
  readonly isBehindGate: boolean;
  /** Places in the same file that explain it. */
  readonly related: readonly { readonly message: string; readonly range: vscode.Range }[];
}

/** Returns the entry of the Problems view. The code of the rule links to the page of the finding. */
export function diagnosticOf(
  { uri, gate, finding, range, related, isBehindGate }: ShownFinding,
  baseUrlOf: (connection: Connection) => string,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, messageText(finding), severityOf(finding, isBehindGate));
  diagnostic.source = 'Service';
  diagnostic.code = {
    value: finding.rule ?? codeTexts[finding.kind](),
    target: findingPage(finding, gate, baseUrlOf),
  };
  diagnostic.relatedInformation = related.map(
    (place) =>
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(uri, place.range),
        place.message || vscode.l10n.t('Related place'),
      ),
  );
  return diagnostic;
}

/** Returns the severity of the marker. No finding is an error, because code with an issue runs. */
function severityOf({ kind, severity }: Finding, isBehindGate: boolean): vscode.DiagnosticSeverity {
  const isLine = kind !== 'issue' && kind !== 'hotspot';
  if (isBehindGate && !isLine) return vscode.DiagnosticSeverity.Warning;
  return kind === 'issue' && severityLevel(severity) !== 'low'
    ? vscode.DiagnosticSeverity.Warning
    : vscode.DiagnosticSeverity.Information;
}

/** Returns the level of the worst severity of {@link Finding.severity}; `medium` for words that this version does not know. */
export function severityLevel(severity = ''): 'high' | 'medium' | 'low' {
  const levels = severity.split(', ').map((part) => part.split(' ').at(-1) ?? '');
  if (levels.some((level) => ['BLOCKER', 'CRITICAL', 'HIGH'].includes(level))) return 'high';
  return levels.every((level) => ['INFO', 'MINOR', 'LOW'].includes(level)) ? 'low' : 'medium';
}

/** Returns a {@link Finding.severity} in words. Words that this version does not know are shown unchanged. */
export function severityText(severity: string): string {
  const word = (name = ''): string => severityWords.get(name)?.() ?? name.replaceAll('_', ' ');
  return severity
    .split(', ')
    .map((part) => {
      const [quality, level] = part.split(' ');
      return level === undefined ? word(quality) : vscode.l10n.t('{0}: {1}', word(quality), word(level));
    })
    .join(', ');
}

/** Names of qualities and severities on the platform → words. Functions, because the language is known only at run time. */
const severityWords: ReadonlyMap<string, () => string> = new Map([
  ['MAINTAINABILITY', () => vscode.l10n.t('Maintainability')],
  ['RELIABILITY', () => vscode.l10n.t('Reliability')],
  ['SECURITY', () => vscode.l10n.t('Security')],
  ['BLOCKER', () => vscode.l10n.t('blocker')],
  ['CRITICAL', () => vscode.l10n.t('critical')],
  ['MAJOR', () => vscode.l10n.t('major')],
  ['MINOR', () => vscode.l10n.t('minor')],
  ['HIGH', () => vscode.l10n.t('high')],
  ['MEDIUM', () => vscode.l10n.t('medium')],
  ['LOW', () => vscode.l10n.t('low')],
  ['INFO', () => vscode.l10n.t('info')],
]);

export function rangeOf({ startLine, startColumn, endLine, endColumn }: OpenRange): vscode.Range {
  return new vscode.Range(startLine, startColumn, endLine, endColumn);
}

export function shownIn({ finding, range, related }: PlacedFinding) {
  const places = related.map((place) => ({ message: place.message, range: rangeOf(place.range) }));
  return { finding, range: rangeOf(range), related: places };
}
