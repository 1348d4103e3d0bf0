import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { DebounceTimers } from '../host/debounceTimers.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import type { Report } from '../host/commands.ts';
import { isScanned } from './scannedDocuments.ts';

/** Milliseconds without typing before a text is scanned. */
const pauseMs = 300;
/** In UTF-16 code units. Longer texts are data; `service-cli analyze secrets` looks for secrets in them. */
const longestScanned = 1_000_000;
/** The editor does not show more problems of a file. */
export const mostShown = 1000;

interface OpenTextsOptions {
  readonly clock: Clock;
  readonly report: Report;
  /** The name of the scan, for the log. */
  readonly task: string;
  readonly collection: string;
  /** The prefix of the settings after whose change all texts are scanned again. */
  readonly section: string;
  readonly isOn: (file: vscode.Uri) => boolean;
  /** @param isOutdated Whether the text was closed or changed meanwhile: another scan follows, or none is needed. */
  readonly problemsIn: (
    document: vscode.TextDocument,
    isOutdated: () => boolean,
  ) => readonly vscode.Diagnostic[] | Promise<readonly vscode.Diagnostic[]>;
  /** Called for a text that was closed or is not scanned any more. */
  readonly forget?: (document: vscode.TextDocument) => void;
}

export type ScanOptions = Pick<OpenTextsOptions, 'clock' | 'report' | 'isOn'>;

/** Shows the problems of each open text: scans it at the start, when it is opened, and after each pause in typing. */
export class OpenTexts implements Disposable {
  readonly #options: OpenTextsOptions;
  readonly #scope = new DisposableStore();
  readonly #problems: vscode.DiagnosticCollection;
  readonly #timers: DebounceTimers;

  constructor(options: OpenTextsOptions) {
    this.#options = options;
    this.#problems = this.#scope.add(vscode.languages.createDiagnosticCollection(options.collection));
    this.#timers = this.#scope.add(new DebounceTimers(options.clock));
  }

  start(): void {
    const { workspace } = vscode;
    this.#scope.add(workspace.onDidOpenTextDocument((document) => this.#scanSoon(document, 0)));
    this.#scope.add(workspace.onDidChangeTextDocument(({ document }) => this.#scanSoon(document, pauseMs)));
    this.#scope.add(
      workspace.onDidCloseTextDocument((document) => {
        this.#timers.cancel(document.uri.toString());
        this.#forget(document);
      }),
    );
    this.#scope.add(onDidChangeSetting(this.#options.section, () => this.scanAll()));
    this.scanAll();
  }

  scanAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#scanSoon(document, 0);
  }

  dispose(): void {
    this.#scope.dispose();
  }

  #scanSoon(document: vscode.TextDocument, ms: number): void {
    if (!isScanned(document)) return;
    const { report, task } = this.#options;
    this.#timers.start(document.uri.toString(), ms, () => {
      this.#scan(document).catch((error: unknown) => report(error, task));
    });
  }

  async #scan(document: vscode.TextDocument): Promise<void> {
    const { isOn, problemsIn } = this.#options;
    const { version, uri } = document;
    if (!isOn(uri) || document.getText().length > longestScanned) {
      this.#forget(document);
      return;
    }
    const isOutdated = (): boolean =>
      document.isClosed || document.version !== version || this.#scope.isDisposed;
    const problems = await problemsIn(document, isOutdated);
    if (!isOutdated()) this.#problems.set(uri, problems);
  }

  #forget(document: vscode.TextDocument): void {
    this.#options.forget?.(document);
    this.#problems.delete(document.uri);
  }
}

/** Returns the range of a finding, whose offsets count UTF-16 units from the beginning of the text. */
export const rangeOf = (
  document: vscode.TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));
