import * as vscode from 'vscode';
import type { Finding, SecretFix } from '../../secrets/finding.ts';
import { policyFile } from '../../secrets/policy/policy.ts';
import { Scanning } from '../../secrets/scan.ts';
import type { PendingPolicy, Policies } from './policies.ts';
import { mostShown, rangeOf, scanOpenTexts, type ScanOptions } from './openTexts.ts';
import { describeRule } from '../../secrets/describeRule.ts';

/** The scan blocks the extension host only for the time of one slice: 25 ms for the slowest known text. */
const sliceLength = 16_384;

interface ShowSecretsOptions extends ScanOptions {
  readonly policies: Policies;
  /** Called when a policy would allow a secret of the text if the user agreed to the policy. */
  readonly onPending: (policy: PendingPolicy) => void;
}

/** Returns the secrets that a range touches; empty when the text has changed since it was scanned. */
export type SecretsAt = (document: vscode.TextDocument, range: vscode.Range) => readonly Finding[];

/** Shows the secrets in open texts until disposal. */
export function showSecrets(options: ShowSecretsOptions) {
  const seen = new Map<string, { readonly version: number; readonly secrets: readonly Finding[] }>();
  const texts = scanOpenTexts({
    ...options,
    task: 'looking for secrets',
    collection: 'service-secrets',
    section: 'service.secrets',
    problemsIn: async (document, isOutdated) => {
      const { version, uri } = document;
      const secrets = await secretsIn(document, isOutdated, options);
      if (!isOutdated()) seen.set(uri.toString(), { version, secrets });
      return secrets.map(diagnosticOf);
    },
    forget: ({ uri }) => seen.delete(uri.toString()),
  });
  const at: SecretsAt = (document, range) => {
    const last = seen.get(document.uri.toString());
    if (last?.version !== document.version) return [];
    return last.secrets.filter((finding) => range.intersection(rangeOf(document, finding)) !== undefined);
  };
  const following = vscode.Disposable.from(texts, options.policies.onDidChange(texts.scanAll));
  return { at, dispose: () => void following.dispose() };
}

async function secretsIn(
  document: vscode.TextDocument,
  isOutdated: () => boolean,
  { policies, clock, onPending }: ShowSecretsOptions,
): Promise<readonly Finding[]> {
  const text = document.getText();
  const scanning = new Scanning(text, { path: document.uri.path });
  while (!scanning.advance(sliceLength)) {
    // The extension host handles the events that have arrived in the meantime.
    await new Promise<void>((resolve) => clock.setTimer(0, resolve));
    if (isOutdated()) return [];
  }
  const { findings } = scanning.result();
  const allowed = await policies.of(document.uri);
  if (!allowed) return findings.slice(0, mostShown);
  const name = allowed.nameOf(document.uri);
  const byProject = name === policyFile ? [] : (allowed.scanByProject?.(text, findings) ?? []);
  const found = [...findings, ...byProject].slice(0, mostShown);
  if (found.length === 0) return [];
  const secretOf = ({ start, end }: Finding): string => text.slice(start, end);
  const { policy, hashes, pending } = allowed;
  if (pending && (await wouldAllow(pending, name, found.map(secretOf)))) onPending(pending);
  if (policy.allowsPath(name)) return [];
  const left: Finding[] = [];
  // The values are checked one after the other: few threads compute hashes, and other extensions need them too.
  for (const finding of found) {
    if (isOutdated()) return [];
    if (!(await policy.allowsSoon(name, secretOf(finding), hashes))) left.push(finding);
  }
  return left;
}

/** Whether a policy would allow any of the secrets of a file. */
async function wouldAllow(
  { stated, hashes }: PendingPolicy,
  name: string,
  secrets: readonly string[],
): Promise<boolean> {
  let allows = stated.allowsPath(name);
  for (const secret of secrets) allows ||= await stated.allowsSoon(name, secret, hashes);
  return allows;
}

/** The titles of rules without a vendor. A vendor's token has the vendor's own name for it, in every language. */
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
function diagnosticOf({ rule, fix, ...at }: Finding): vscode.Diagnostic {
  const { description, link } = describeRule(rule);
  const title = ownRules[rule]?.() ?? description;
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(at.line - 1, at.column - 1, at.endLine - 1, at.endColumn - 1),
    vscode.l10n.t('Secret found: {0}. {1}', title, fixTexts[fix]()),
    vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.code = link === undefined ? rule : { value: rule, target: vscode.Uri.parse(link) };
  return diagnostic;
}
