import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Finding, SecretFix } from '../../secrets/finding.ts';
import { policyFile } from '../../secrets/policy/policy.ts';
import { Scanning } from '../../secrets/scan.ts';
import type { FolderPolicy, PendingPolicy, Policies } from './policies.ts';
import { mostShown, OpenTexts, rangeOf, type ScanOptions } from './openTexts.ts';
import { describeRule } from '../../secrets/describeRule.ts';

/** The scan blocks the extension host only for the time of one slice: 25 ms for the slowest known text. */
const sliceLength = 16_384;

interface SecretDiagnosticsOptions extends ScanOptions {
  readonly policies: Policies;
  /** Called when a policy would allow a secret of the text if the user agreed to the policy. */
  readonly onPending: (policy: PendingPolicy) => void;
}

export class SecretDiagnostics implements Disposable {
  readonly #options: SecretDiagnosticsOptions;
  readonly #scope = new DisposableStore();
  readonly #texts: OpenTexts;
  readonly #seen = new Map<string, { readonly version: number; readonly secrets: readonly Finding[] }>();

  constructor(options: SecretDiagnosticsOptions) {
    this.#options = options;
    this.#texts = this.#scope.add(
      new OpenTexts({
        ...options,
        task: 'looking for secrets',
        collection: 'service-secrets',
        section: 'service.secrets',
        problemsIn: (document, isOutdated) => this.#problemsIn(document, isOutdated),
        forget: ({ uri }) => this.#seen.delete(uri.toString()),
      }),
    );
  }

  start(): void {
    this.#scope.add(this.#options.policies.onDidChange(() => this.#texts.scanAll()));
    this.#texts.start();
  }

  /** Returns the secrets that a range touches; empty when the text has changed since it was scanned. */
  at(document: vscode.TextDocument, range: vscode.Range): readonly Finding[] {
    const seen = this.#seen.get(document.uri.toString());
    if (seen?.version !== document.version) return [];
    return seen.secrets.filter((finding) => range.intersection(rangeOf(document, finding)) !== undefined);
  }

  async #problemsIn(
    document: vscode.TextDocument,
    isOutdated: () => boolean,
  ): Promise<readonly vscode.Diagnostic[]> {
    const { version, uri } = document;
    const secrets = await this.#secretsIn(document, isOutdated);
    if (!isOutdated()) this.#seen.set(uri.toString(), { version, secrets });
    return secrets.map(diagnosticOf);
  }

  async #secretsIn(document: vscode.TextDocument, isOutdated: () => boolean): Promise<readonly Finding[]> {
    const text = document.getText();
    const scanning = new Scanning(text, { path: document.uri.path });
    while (!scanning.advance(sliceLength)) {
      // The extension host handles the events that have arrived in the meantime.
      await new Promise<void>((resolve) => this.#options.clock.setTimer(0, resolve));
      if (isOutdated()) return [];
    }
    const { findings } = scanning.result();
    const allowed = await this.#options.policies.of(document.uri);
    if (!allowed) return findings.slice(0, mostShown);
    const name = allowed.nameOf(document.uri);
    const byProject = name === policyFile ? [] : (allowed.scanByProject?.(text, findings) ?? []);
    const found = [...findings, ...byProject].slice(0, mostShown);
    if (found.length === 0) return [];
    const secretOf = ({ start, end }: Finding): string => text.slice(start, end);
    await this.#tellPending(allowed, name, found.map(secretOf));
    const { policy, hashes } = allowed;
    if (policy.allowsPath(name)) return [];
    const left: Finding[] = [];
    // The values are checked one after the other: few threads compute hashes, and other extensions need them too.
    for (const finding of found) {
      if (isOutdated()) return [];
      if (!(await policy.allowsSoon(name, secretOf(finding), hashes))) left.push(finding);
    }
    return left;
  }

  async #tellPending({ pending }: FolderPolicy, name: string, secrets: readonly string[]): Promise<void> {
    if (!pending) return;
    const { stated, hashes } = pending;
    let wouldAllow = stated.allowsPath(name);
    for (const secret of secrets) wouldAllow ||= await stated.allowsSoon(name, secret, hashes);
    if (wouldAllow) this.#options.onPending(pending);
  }

  dispose(): void {
    this.#scope.dispose();
  }
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
  diagnostic.source = 'Service';
  diagnostic.code = link === undefined ? rule : { value: rule, target: vscode.Uri.parse(link) };
  return diagnostic;
}
