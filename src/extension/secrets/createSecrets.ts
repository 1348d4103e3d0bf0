import type { Clock } from '../../core/clock.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Report } from '../host/report.ts';
import { PolicyQuestions } from './askPolicyConsent.ts';
import { type PendingPolicy, Policies } from './policies.ts';
import { offerQuickFixes } from './quickFixes.ts';
import { SecretDiagnostics } from './secretDiagnostics.ts';

export interface SecretsOptions {
  readonly clock: Clock;
  readonly isOn: () => boolean;
  readonly report: Report;
}

/** Creates the problems and quick fixes for the secrets in open texts. */
export function createSecrets({ clock, isOn, report }: SecretsOptions): Disposable {
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
  return scope;
}
