import * as vscode from 'vscode';
import { showInformation } from '../ui/messages.ts';
import type { PendingPolicy, Policies } from './policies.ts';

type Choose = (question: string, ...answers: readonly string[]) => Thenable<string | undefined>;

/** Asks the user whether a policy may count, once per window and content of the policy. */
export class PolicyQuestions {
  readonly #policies: Policies;
  readonly #choose: Choose;
  readonly #asked = new Set<string>();

  /** @param choose Shows a question, and resolves with the answer that the user picks. */
  constructor(policies: Policies, choose: Choose = showInformation) {
    this.#policies = policies;
    this.#choose = choose;
  }

  /**
   * Resolves when the user answers or closes the question. In Restricted Mode the user is not asked. An answer counts only
   * for the content that the file has when it is shown and when the user agrees: an agent could replace it in between.
   */
  async ask(pending: PendingPolicy): Promise<void> {
    const { identity, file } = pending;
    const key = JSON.stringify(identity);
    if (!vscode.workspace.isTrusted || this.#asked.has(key)) return;
    this.#asked.add(key);
    const trust = vscode.l10n.t('Trust Policy');
    const show = vscode.l10n.t('Show Policy');
    const question = vscode.l10n.t(
      'The policy {0} allows secrets in this project. Trust it, also for AI agents?',
      vscode.workspace.asRelativePath(file),
    );
    let answer = await this.#choose(question, trust, show);
    while (answer === show) {
      if (!(await this.#isCurrent(pending))) return;
      await vscode.window.showTextDocument(file);
      answer = await this.#choose(question, trust, show);
    }
    if (answer === trust && (await this.#isCurrent(pending))) await this.#policies.agree(identity);
  }

  /** Of a file with other content by now, the user is asked about that content, and about this one again. */
  async #isCurrent(pending: PendingPolicy): Promise<boolean> {
    const isCurrent = await this.#policies.isCurrent(pending);
    if (!isCurrent) this.#asked.delete(JSON.stringify(pending.identity));
    return isCurrent;
  }
}
