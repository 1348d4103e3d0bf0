import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { Finding } from '../../core/issues/finding.ts';
import type { OpenRange } from '../../core/issues/positions.ts';
import { hotspotPage, issuePage } from '../gates/links.ts';
import type { BoundProject } from './boundFiles.ts';

/** Returns the address of the finding's page on the platform of its connection. */
export function findingPage(
  { kind, key }: Finding,
  { connection, project, branch }: BoundProject,
  baseUrlOf: (connection: Connection) => string,
): vscode.Uri {
  const page = kind === 'issue' ? issuePage : hotspotPage;
  return vscode.Uri.parse(page(baseUrlOf(connection), project, key, branch), true);
}

/** Returns the entry of the Problems view. The code of the rule links to the page of the finding. */
export function diagnosticOf(finding: Finding, range: vscode.Range, page: vscode.Uri): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, finding.message, severityOf(finding));
  diagnostic.source = 'Service';
  diagnostic.code = {
    value: finding.rule ?? vscode.l10n.t('Security hotspot'),
    target: page,
  };
  return diagnostic;
}

/** Only a compiler's errors are errors: code with an issue runs. */
function severityOf({ kind, severity = '' }: Finding): vscode.DiagnosticSeverity {
  const isMinor = /^(?:INFO|MINOR)$|^(?:\w+ (?:INFO|LOW)(?:, )?)+$/u.test(severity);
  return kind === 'hotspot' || isMinor
    ? vscode.DiagnosticSeverity.Information
    : vscode.DiagnosticSeverity.Warning;
}

export function rangeOf({ startLine, startColumn, endLine, endColumn }: OpenRange): vscode.Range {
  return new vscode.Range(startLine, startColumn, endLine, endColumn);
}
