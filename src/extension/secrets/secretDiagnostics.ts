import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Finding } from '../../core/secrets/finding.ts';
import { hashOfFinding } from '../../core/secrets/hash.ts';
import { Scanning } from '../../core/secrets/scan.ts';
import type { Report } from '../host/report.ts';
import type { PendingPolicy, Policies } from './policies.ts';
import { isScanned } from './scannedDocuments.ts';
import { diagnosticOf } from './secretTexts.ts';

/** How long nobody types before a text is looked at. */
const pauseMs = 300;
/** Longer texts are data; `service-cli analyze secrets` looks at them. In UTF-16 code units. */
const longestScanned = 1_000_000;
/** The extension host is blocked for the time of one slice only: 25 ms for the slowest text known. */
const sliceLength = 16_384;
/** The editor shows no more problems of a file. */
const mostShown = 1000;

/** A secret in an open text that nothing allows. */
export interface SeenSecret {
  readonly finding: Finding;
  readonly hash: string;
}

interface SecretDiagnosticsOptions {
  readonly policies: Policies;
  /** A policy would allow what is shown, if the user agreed to it. */
  readonly onPending: (policy: PendingPolicy) => void;
  readonly clock: Clock;
  readonly isOn: () => boolean;
  readonly report: Report;
}

/** Keeps the editor's list of problems true to the secrets in the texts that are open. */
export class SecretDiagnostics implements Disposable {
  readonly #options: SecretDiagnosticsOptions;
  readonly #scope = new DisposableStore();
  readonly #problems = this.#scope.add(vscode.languages.createDiagnosticCollection('service-secrets'));
  readonly #pauses = new Map<string, Disposable>();
  readonly #seen = new Map<string, { readonly version: number; readonly secrets: readonly SeenSecret[] }>();

  constructor(options: SecretDiagnosticsOptions) {
    this.#options = options;
  }

  start(): void {
    const { policies } = this.#options;
    const { workspace } = vscode;
    const lookAtAll = () => {
      for (const document of workspace.textDocuments) this.#lookSoon(document, 0);
    };
    this.#scope.add(
      workspace.onDidOpenTextDocument((document) => {
        this.#lookSoon(document, 0);
      }),
    );
    this.#scope.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        this.#lookSoon(document, pauseMs);
      }),
    );
    this.#scope.add(
      workspace.onDidCloseTextDocument((document) => {
        this.#forget(document);
      }),
    );
    this.#scope.add(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('service.secrets')) lookAtAll();
      }),
    );
    this.#scope.add(policies.onDidChange(lookAtAll));
    lookAtAll();
  }

  /** The secrets that a range touches, as long as the text is still the one that was looked at. */
  at(document: vscode.TextDocument, range: vscode.Range): readonly SeenSecret[] {
    const seen = this.#seen.get(document.uri.toString());
    if (seen?.version !== document.version) return [];
    return seen.secrets.filter(({ finding }) => range.intersection(rangeOf(document, finding)) !== undefined);
  }

  #lookSoon(document: vscode.TextDocument, ms: number): void {
    if (!isScanned(document)) return;
    const key = document.uri.toString();
    this.#pauses.get(key)?.dispose();
    const look = () => {
      this.#pauses.delete(key);
      this.#look(document).catch((error: unknown) => {
        this.#options.report(error, 'looking for secrets');
      });
    };
    this.#pauses.set(key, this.#options.clock.setTimer(ms, look));
  }

  async #look(document: vscode.TextDocument): Promise<void> {
    const { version, uri } = document;
    // Closed or typed on meanwhile: another look is on its way, or none is wanted.
    const isOutdated = (): boolean =>
      document.isClosed || document.version !== version || this.#scope.isDisposed;
    const secrets = await this.#secretsIn(document, isOutdated);
    if (isOutdated()) return;
    this.#seen.set(uri.toString(), { version, secrets });
    this.#problems.set(
      uri,
      secrets.map(({ finding }) => diagnosticOf(finding)),
    );
  }

  async #secretsIn(document: vscode.TextDocument, isOutdated: () => boolean): Promise<readonly SeenSecret[]> {
    const text = document.getText();
    if (!this.#options.isOn() || text.length > longestScanned) return [];
    const scanning = new Scanning(text, { path: document.uri.path });
    while (!scanning.advance(sliceLength)) {
      await this.#pause();
      if (isOutdated()) return [];
    }
    const { findings } = scanning.result();
    if (findings.length === 0) return [];
    const found = findings
      .slice(0, mostShown)
      .map((finding) => ({ finding, hash: hashOfFinding(text, finding) }));
    const allowed = await this.#options.policies.of(document.uri);
    if (!allowed) return found;
    const name = allowed.nameOf(document.uri);
    const { policy, pending } = allowed;
    if (
      pending &&
      found.some(({ hash }) => pending.stated.allowsPath(name) || pending.stated.allows(name, hash))
    )
      this.#options.onPending(pending);
    if (policy.allowsPath(name)) return [];
    return found.filter(({ hash }) => !policy.allows(name, hash));
  }

  /** Lets events that came in meanwhile be handled. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#options.clock.setTimer(0, resolve);
    });
  }

  #forget({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    this.#pauses.get(key)?.dispose();
    this.#pauses.delete(key);
    this.#seen.delete(key);
    this.#problems.delete(uri);
  }

  dispose(): void {
    for (const pause of this.#pauses.values()) pause.dispose();
    this.#scope.dispose();
  }
}

export const rangeOf = (
  document: vscode.TextDocument,
  { start, end }: Pick<Finding, 'start' | 'end'>,
): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));
