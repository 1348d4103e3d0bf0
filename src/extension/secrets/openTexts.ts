import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Pauses } from '../host/pauses.ts';
import { isScanned } from './scannedDocuments.ts';

/** Milliseconds without typing before a text is scanned. */
const pauseMs = 300;

interface OpenTextsOptions {
  readonly clock: Clock;
  readonly look: (document: vscode.TextDocument) => Promise<void>;
  readonly forget: (document: vscode.TextDocument) => void;
  readonly failed: (error: unknown) => void;
}

/** Calls `look` for each open text: at the start, when it is opened, and after each pause in typing. */
export class OpenTexts implements Disposable {
  readonly #options: OpenTextsOptions;
  readonly #scope = new DisposableStore();
  readonly #pauses: Pauses;

  constructor(options: OpenTextsOptions) {
    this.#options = options;
    this.#pauses = this.#scope.add(new Pauses(options.clock));
  }

  start(): void {
    const { workspace } = vscode;
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
        this.#pauses.cancel(document.uri.toString());
        this.#options.forget(document);
      }),
    );
    this.lookAtAll();
  }

  lookAtAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#lookSoon(document, 0);
  }

  #lookSoon(document: vscode.TextDocument, ms: number): void {
    if (!isScanned(document)) return;
    const { look, failed } = this.#options;
    this.#pauses.start(document.uri.toString(), ms, () => {
      look(document).catch(failed);
    });
  }

  dispose(): void {
    this.#scope.dispose();
  }
}
