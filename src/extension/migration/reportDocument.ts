import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';

const uri = vscode.Uri.parse('service-report:/Migration Report.md');

/** A read-only document that is made anew each time it is shown, and never stands on disk. */
export class ReportDocument implements Disposable {
  readonly #scope = new DisposableStore();
  readonly #changed = this.#scope.add(new vscode.EventEmitter<vscode.Uri>());
  #text = '';

  constructor() {
    this.#scope.add(
      vscode.workspace.registerTextDocumentContentProvider(uri.scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: () => this.#text,
      }),
    );
  }

  async show(text: string): Promise<void> {
    this.#text = text;
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    this.#scope.dispose();
  }
}
