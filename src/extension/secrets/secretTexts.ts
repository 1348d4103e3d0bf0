import * as vscode from 'vscode';
import type { Finding, SecretFix } from '../../secrets/finding.ts';
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
  'http-credentials': () => vscode.l10n.t('HTTP header credentials'),
  'generic-token': () => vscode.l10n.t('Token'),
  'vendor-token': () => vscode.l10n.t('Token with the prefix of a vendor'),
  'otp-seed': () => vscode.l10n.t('One-time password seed'),
  'generic-key': () => vscode.l10n.t('Secret key'),
  'generic-secret': () => vscode.l10n.t('Secret value'),
};

const fixTexts: Readonly<Record<SecretFix, () => string>> = {
  revoke: () => vscode.l10n.t('Revoke it where it was issued, and keep the new one out of your files.'),
  change: () =>
    vscode.l10n.t('Change it on the system that checks it, and keep the new one out of your files.'),
  replaceKey: () =>
    vscode.l10n.t(
      'Create a new key, replace the old one wherever it is trusted, and keep the new one out of your files.',
    ),
};

/** Returns the problem with the kind of the secret and the fix. It never contains the secret, not even masked. */
export function diagnosticOf({ rule, fix, ...at }: Finding): vscode.Diagnostic {
  const { description, link } = describeRule(rule);
  const title = ownRules[rule]?.() ?? description;
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(at.line - 1, at.column - 1, at.endLine - 1, at.endColumn - 1),
    vscode.l10n.t('Secret found: {0}. {1}', title, fixTexts[fix]()),
    vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = 'Service';
  diagnostic.code = link === undefined ? rule : { value: rule, target: vscode.Uri.parse(link) };
  return diagnostic;
}
