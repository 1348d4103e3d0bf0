import { l10n } from 'vscode';
import type { GateStatus } from '../../core/api/qualityGates.ts';
import { Failure, type FailureCode } from '../../core/failures.ts';
import { branchOrPullRequest } from '../../core/gate/model.ts';
import { needsToken, stateText } from '../connections/stateTexts.ts';
import { momentText } from '../ui/dateTimeText.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import type { ConnectionProblem, KnownGate, Staleness } from './knownGate.ts';

interface GateText {
  readonly icon: string;
  readonly color?: string;
  readonly label: string;
}

/** An unknown status is shown unchanged, never as passed. */
export function gateText(status: GateStatus | undefined): GateText {
  switch (status) {
    case 'OK':
      return { icon: 'pass', color: 'testing.iconPassed', label: l10n.t('Passed') };
    case 'ERROR':
      return { icon: 'error', color: 'charts.red', label: l10n.t('Failed') };
    case 'WARN':
      return { icon: 'warning', color: 'list.warningForeground', label: l10n.t('Warning') };
    case 'NONE':
      return { icon: 'circle-outline', label: l10n.t('Not computed') };
    case undefined:
      return { icon: 'question', label: l10n.t('Unknown') };
    default:
      return { icon: 'question', label: status };
  }
}

export function knownGateText({ status, hidden, stale }: KnownGate): GateText {
  if (hidden) return { icon: 'eye-closed', label: l10n.t('Project not found') };
  const text = gateText(status);
  return stale ? { icon: 'warning', color: 'list.warningForeground', label: text.label } : text;
}

/** `name` as in `GateId`. */
export function branchText(name: string): string {
  const { pullRequest } = branchOrPullRequest(name);
  return pullRequest === undefined ? name : l10n.t('Pull request {0}', pullRequest);
}

export function branchLine(name: string): string {
  const { branch } = branchOrPullRequest(name);
  return branch === undefined ? branchText(name) : l10n.t('Branch: {0}', branch);
}

/** Returns the name of a project, with its branch or pull request unless it is the main branch. */
export function gateNameText(project: string, name: string | undefined): string {
  const { branch, pullRequest } = branchOrPullRequest(name);
  if (pullRequest !== undefined) return l10n.t('{0}, pull request {1}', project, pullRequest);
  return branch === undefined ? project : l10n.t('{0}, branch {1}', project, branch);
}

/** Returns when a gate was last checked, and how to have it checked again. */
export function stalenessText({ lastChecked, problem }: Staleness): string {
  const reason = connectionProblemText(problem);
  if (lastChecked === undefined) return reason;
  return l10n.t('Last checked: {0}. {1}', momentText(lastChecked), reason);
}

/** Returns the message about a failing poll; the code unchanged if this version does not know it. */
export function pollFailureText(code: string): string {
  if (code === 'tokenMissing') return stateText({ state: 'tokenMissing' }).detail;
  const text = Object.hasOwn(failureTexts, code) && failureTexts[code as FailureCode];
  return text ? text(new Failure(code as FailureCode, '')) : code;
}

function connectionProblemText(problem: ConnectionProblem): string {
  if (problem.state === 'pollFails') return pollFailureText(problem.code);
  const { label, detail } = stateText(problem);
  return needsToken(problem) ? l10n.t('{0}: replace the token.', label) : detail;
}
