import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Report } from '../host/report.ts';
import { showHiddenText } from './hiddenTextDiagnostics.ts';
import { type PendingPolicy, Policies } from './policies.ts';
import { offerQuickFixes } from './quickFixes.ts';
import { SecretDiagnostics } from './secretDiagnostics.ts';
import { showInformation } from '../ui/messages.ts';

export interface SecretsOptions {
  readonly clock: Clock;
  readonly isOn: (file: vscode.Uri) => boolean;
  /** Whether hidden characters are shown. */
  readonly showsHiddenText: () => boolean;
  readonly report: Report;
}

/** Creates the problems and quick fixes for the secrets and the hidden characters in open texts. */
export function createSecrets({ clock, isOn, showsHiddenText, report }: SecretsOptions): Disposable {
  const scope = new DisposableStore();
  const policies = scope.add(new Policies(report));
  const questions = new PolicyQuestions(policies);
  const onPending = (policy: PendingPolicy): void => {
    questions.ask(policy).catch((error: unknown) => {
      report(error, 'asking about a policy');
    });
  };
  const diagnostics = scope.add(new SecretDiagnostics({ policies, onPending, clock, isOn, report }));
  scope.add(offerQuickFixes({ diagnostics, policies, report }));
  diagnostics.start();
  scope.add(showHiddenText({ clock, isOn: showsHiddenText, report }));
  return scope;
}

/** Asks the user whether a policy may count, once per window and content of the policy. */
class PolicyQuestions {
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
