import * as vscode from 'vscode';
import type { Finding, Remedy } from '../../secrets/finding.ts';
import { describeRule } from '../../secrets/describeRule.ts';

/**
 * The titles of rules that do not belong to a vendor. A vendor's token has the name from the vendor's documentation, in
 * every language.
 */
const ownRules: Readonly<Record<string, () => string>> = {
  'private-key': () => vscode.l10n.t('Private key (PEM)'),
  'json-web-key': () => vscode.l10n.t('Private or symmetric JSON Web Key'),
  'generic-password': () => vscode.l10n.t('Password'),
  'url-password': () => vscode.l10n.t('Password in a URL'),
  'http-credentials': () => vscode.l10n.t('Credentials of an HTTP header'),
  'generic-token': () => vscode.l10n.t('Token'),
  'otp-seed': () => vscode.l10n.t('Seed of one-time passwords'),
  'generic-key': () => vscode.l10n.t('Secret key'),
  'generic-secret': () => vscode.l10n.t('Secret value'),
};

const remedies: Readonly<Record<Remedy, () => string>> = {
  revoke: () => vscode.l10n.t('Revoke it where it was issued, then keep the new one out of the files.'),
  change: () => vscode.l10n.t('Change it where it is checked, then keep the new one out of the files.'),
  replaceKey: () =>
    vscode.l10n.t('Make a new key, replace what trusts the old one, then keep the new one out of the files.'),
};

/** Returns the problem with the kind of the secret and the fix. It never contains the secret, not even masked. */
export function diagnosticOf({ rule, remedy, ...at }: Finding): vscode.Diagnostic {
  const { description, link } = describeRule(rule);
  const title = ownRules[rule]?.() ?? description;
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(at.line - 1, at.column - 1, at.endLine - 1, at.endColumn - 1),
    vscode.l10n.t('Secret in the file: {0}. {1}', title, remedies[remedy]()),
    vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = 'Service';
  diagnostic.code = link === undefined ? rule : { value: rule, target: vscode.Uri.parse(link) };
  return diagnostic;
}
