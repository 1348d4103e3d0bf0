import * as vscode from 'vscode';
import { showInformation } from '../ui/messages.ts';
import type { PendingPolicy, Policies } from './policies.ts';

/** Asks the user whether a policy may count, once per window and content of the policy. */
export class PolicyQuestions {
  readonly #policies: Policies;
  readonly #asked = new Set<string>();

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  /** Resolves when the user answers or closes the question. In Restricted Mode the user is not asked. */
  async ask({ identity, file }: PendingPolicy): Promise<void> {
    const key = JSON.stringify(identity);
    if (!vscode.workspace.isTrusted || this.#asked.has(key)) return;
    this.#asked.add(key);
    const trust = vscode.l10n.t('Trust Policy');
    const show = vscode.l10n.t('Show Policy');
    const question = vscode.l10n.t(
      'The policy {0} allows secrets in this project. Trust it, also for AI agents?',
      vscode.workspace.asRelativePath(file),
    );
    let answer = await showInformation(question, trust, show);
    while (answer === show) {
      await vscode.window.showTextDocument(file);
      answer = await showInformation(question, trust, show);
    }
    if (answer === trust) await this.#policies.agree(identity);
  }
}
