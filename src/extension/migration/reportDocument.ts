import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';

/** The Markdown extension that is built into the editor. */
const markdown = 'vscode.markdown-language-features';
/** The editor uses the path as the title of the tab. */
const uri = vscode.Uri.from({ scheme: 'service-report', path: `/${vscode.l10n.t('Migration Report')}.md` });

/** A read-only document that is created again each time it is shown, and is never written to disk. */
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
    const document = await vscode.workspace.openTextDocument(uri);
    // The report is rendered unless the user has disabled the editor's Markdown extension.
    if (vscode.extensions.getExtension(markdown))
      await vscode.commands.executeCommand('markdown.showPreview', uri);
    else await vscode.window.showTextDocument(document);
  }

  dispose(): void {
    this.#scope.dispose();
  }
}
