import { l10n } from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import type { Html } from '../../core/markup.ts';
import { openPage, type Page } from '../ui/page.ts';

/**
 * Shows one report at a time. The page is ours, because the preview of the editor's Markdown extension stays empty when a
 * document changes while it loads, and shows an error for a report when the editor has started again.
 */
export class ReportPanel implements Disposable {
  #page: Page | undefined;

  show(report: Html): void {
    // The content of a new panel replaces nothing that is still loading.
    this.#page?.dispose();
    this.#page = openPage({
      type: 'service.migrationReport',
      title: l10n.t('Migration Report'),
      commands: [],
    });
    this.#page.setContent(report);
  }

  dispose(): void {
    this.#page?.dispose();
  }
}
