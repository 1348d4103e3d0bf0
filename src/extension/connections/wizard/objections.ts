import { l10n } from 'vscode';
import type { ConnectionState } from '../../../core/connections/check.ts';
import type { Objection, TextAnswer } from '../../ui/quickInput/askText.ts';
import type { StepResult } from '../../ui/quickInput/wizard.ts';
import { stateText } from '../stateTexts.ts';
import type { Draft } from './draft.ts';

/**
 * Returns the objection that follows from the result of a check, or undefined.
 *
 * A bad token is an error. A problem that may be gone later is a warning, which the user can override.
 */
export function objectionTo(verdict: ConnectionState): Objection | undefined {
  const { detail } = stateText(verdict);
  switch (verdict.state) {
    case 'connected':
      return undefined;
    case 'wrongTokenKind':
    case 'tokenRefused':
    case 'tokenMissing':
      return refusal(detail);
    case 'organizationNotFound':
    case 'starting':
    case 'unreachable':
    case 'versionTooOld':
      return insistable(detail);
  }
}

/** Returns an objection that the user cannot override. */
export function refusal(text: string): Objection {
  return { severity: 'error', text };
}

/** Returns an objection that the user can override with another Enter. A sentence about this is added to the text. */
export function insistable(text: string): Objection {
  return { severity: 'warning', text: l10n.t('{0} Press Enter again to continue anyway.', text) };
}

/**
 * Returns the result of a step from the answer to its input box.
 *
 * @param change Returns the draft with the entered text. It is also applied on the way back, so that the text is there
 * again.
 */
export function toResult(answer: TextAnswer, change: (text: string) => Draft): StepResult<Draft> {
  return answer && { to: answer.to, draft: change(answer.value) };
}
