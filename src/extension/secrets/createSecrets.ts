import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { showHiddenText } from './hiddenTextDiagnostics.ts';
import { type PendingPolicy, Policies, policyQuestions } from './policies.ts';
import { offerQuickFixes } from './quickFixes.ts';
import { showSecrets } from './secretDiagnostics.ts';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { Failure } from '../../core/failures.ts';
import { parsePolicy, policyFile, type PolicyDocument } from '../../secrets/policy/policy.ts';
import type { RuleProblem } from '../../secrets/policy/projectRules.ts';
import { rangeOf, scanOpenTexts, type ScanOptions } from './openTexts.ts';

export function createSecrets(
  { clock, isOn, report }: ScanOptions,
  showsHiddenText: () => boolean,
): Disposable {
  const scope = new DisposableStore();
  const policies = scope.add(new Policies(report));
  const ask = policyQuestions(policies);
  const onPending = (policy: PendingPolicy): void => {
    ask(policy).catch((error: unknown) => report(error, 'asking about a policy'));
  };
  const secrets = scope.add(showSecrets({ policies, onPending, clock, isOn, report }));
  scope.add(offerQuickFixes(secrets.at, policies, report));
  scope.add(showRuleProblems({ clock, isOn, report }));
  scope.add(showHiddenText({ clock, isOn: showsHiddenText, report }));
  return scope;
}

/**
 * Marks what is wrong with the own rules of a project in the open policy files, as far as the JSON schema cannot know
 * it: patterns, and examples that contradict them.
 */
function showRuleProblems(options: ScanOptions): Disposable {
  return scanOpenTexts({
    ...options,
    task: 'checking the rules of a project',
    collection: 'service-secret-rules',
    section: 'service.secrets',
    problemsIn: (document) => (document.uri.path.endsWith(`/${policyFile}`) ? problemsIn(document) : []),
  });
}

async function problemsIn(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
  const text = document.getText();
  const rules = rulesIn(text);
  const root = rules.length > 0 ? parseTree(text) : undefined;
  if (!root) return [];
  const { problemsOfRules } = await import('../../secrets/policy/projectRules.ts');
  return problemsOfRules(rules).flatMap(({ index, failure: { place, problem } }) => {
    const node = findNodeAtLocation(root, ['rules', index, ...place]);
    if (!node) return [];
    const range = rangeOf(document, { start: node.offset, end: node.offset + node.length });
    return [new vscode.Diagnostic(range, problemText(problem), vscode.DiagnosticSeverity.Error)];
  });
}

/** Returns the rules of a policy; none while the text is half-typed or breaks the schema, which the editor marks itself. */
function rulesIn(text: string): PolicyDocument['rules'] {
  try {
    return parsePolicy(text, policyFile).rules;
  } catch (error) {
    if (Failure.is(error, 'malformed')) return [];
    throw error;
  }
}

function problemText(problem: RuleProblem): string {
  switch (problem.kind) {
    case 'syntax':
      return vscode.l10n.t('This is not a regular expression of RE2: {0}', problem.detail);
    case 'repetitions':
      return vscode.l10n.t('The pattern has too many repetitions. Use smaller numbers in {}.');
    case 'matchesEmpty':
      return vscode.l10n.t('The pattern matches the empty text. Require at least one character.');
    case 'exampleNotFound':
      return vscode.l10n.t('The rule finds no secret in this example. Correct the rule or the example.');
    case 'nearMissFound':
      return vscode.l10n.t('The rule finds a secret in this text. Correct the rule or the text.');
  }
}
