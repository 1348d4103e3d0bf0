import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';

/** The Markdown extension that is built into the editor. */
const markdown = 'vscode.markdown-language-features';
const scheme = 'service-report';

/**
 * Shows reports in read-only documents that are never written to disk.
 *
 * Each report gets a new document, which never changes. The preview of the Markdown extension stays empty if the document
 * changes during the first rendering, which takes long on a busy machine.
 */
export class ReportDocument implements Disposable {
  #shown: { readonly path: string; readonly text: string } | undefined;
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ path }) => (path === this.#shown?.path ? this.#shown.text : undefined),
  });

  async show(text: string): Promise<void> {
    // The editor uses the last part of the path as the title of the tab.
    const path = `/${randomUUID()}/${vscode.l10n.t('Migration Report')}.md`;
    const uri = vscode.Uri.from({ scheme, path });
    this.#shown = { path, text };
    const document = await vscode.workspace.openTextDocument(uri);
    // The report is rendered unless the user has disabled the editor's Markdown extension.
    if (vscode.extensions.getExtension(markdown))
      await vscode.commands.executeCommand('markdown.showPreview', uri);
    else await vscode.window.showTextDocument(document);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
