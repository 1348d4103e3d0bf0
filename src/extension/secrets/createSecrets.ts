import type * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Report } from '../host/commands.ts';
import { showHiddenText } from './hiddenTextDiagnostics.ts';
import { type PendingPolicy, Policies, PolicyQuestions } from './policies.ts';
import { offerQuickFixes } from './quickFixes.ts';
import { showRuleProblems } from './ruleProblems.ts';
import { SecretDiagnostics } from './secretDiagnostics.ts';

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
  scope.add(showRuleProblems({ clock, isOn, report }));
  scope.add(showHiddenText({ clock, isOn: showsHiddenText, report }));
  return scope;
}
