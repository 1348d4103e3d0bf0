import type { ConnectionState } from '../../../core/connections/check.ts';
import { originOf, type Connection, type Target } from '../../../core/connections/connection.ts';
import { Failure } from '../../../core/failures.ts';
import { l10n } from 'vscode';
import { withProgress } from '../../ui/progress.ts';
import { inputError, type InputProblem, inputWarning, type TextAnswer } from '../../ui/quickInput/askText.ts';
import type { StepResult } from '../../ui/quickInput/wizard.ts';
import type { ConnectionServices } from '../connectionServices.ts';
import { stateText } from '../stateTexts.ts';
import { targetOf, type Draft } from './draft.ts';

/** The wizard only reads from these services: it stores nothing. */
export interface WizardOptions extends Pick<
  ConnectionServices,
  'access' | 'tokenStore' | 'cloud' | 'clock' | 'log'
> {
  readonly title: string;
  readonly takenNames: readonly string[];
  /** The connection whose stored token can be kept: the one that is edited. */
  readonly edited: Connection | undefined;
}

/** Returns the typed token, or else the one that is stored for exactly this address; undefined if there is neither. */
export async function tokenFor(
  typed: string,
  target: Target,
  { edited, tokenStore, cloud }: WizardOptions,
): Promise<string | undefined> {
  if (typed !== '') return typed;
  try {
    return edited && (await tokenStore.get(edited.uuid, originOf(target, cloud())));
  } catch (failure) {
    // A token of another address must not be sent to this one.
    if (Failure.is(failure, 'wrongOrigin')) return undefined;
    throw failure;
  }
}

/** Checks what the draft describes, with its token or the stored one. */
export async function probeDraft(
  draft: Draft,
  signal: AbortSignal,
  options: WizardOptions,
): Promise<ConnectionState> {
  const target = targetOf(draft);
  return options.access.probe(target, await tokenFor(draft.token, target, options), signal);
}

/** Returns the result of a check that the user sees; undefined if the user cancels it. */
export async function whileChecking<T>(check: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  try {
    return await withProgress(l10n.t('Checking the connection…'), check);
  } catch (error) {
    if (Failure.is(error, 'cancelled')) return undefined;
    throw error;
  }
}

/** A bad token is an error. A problem that may be gone later is a warning, which the user can override. */
const problemOf: Readonly<
  Record<Exclude<ConnectionState['state'], 'connected'>, (detail: string) => InputProblem>
> = {
  wrongTokenKind: inputError,
  tokenRefused: inputError,
  tokenMissing: inputError,
  organizationNotFound: inputWarning,
  starting: inputWarning,
  unreachable: inputWarning,
  versionTooOld: inputWarning,
};

export function checkProblem(checkResult: ConnectionState): InputProblem | undefined {
  const { state } = checkResult;
  return state === 'connected' ? undefined : problemOf[state](stateText(checkResult).detail);
}

/** `change` is also applied on the way back, so that the text is there again. */
export function toResult(answer: TextAnswer, change: (text: string) => Draft): StepResult<Draft> {
  return answer && { to: answer.to, draft: change(answer.value) };
}
