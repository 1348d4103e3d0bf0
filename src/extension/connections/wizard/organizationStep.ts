import { l10n, ThemeIcon } from 'vscode';
import type { ConnectionState } from '../../../core/connections/check.ts';
import { Failure } from '../../../core/failures.ts';
import { withProgress } from '../../ui/progress.ts';
import { pickOne, type PickAnswer } from '../../ui/quickInput/pickOne.ts';
import { askText, inputError } from '../../ui/quickInput/askText.ts';
import type { Position, Step } from '../../ui/quickInput/wizard.ts';
import { targetOf, type Draft } from './draft.ts';
import { checkProblem, tokenFor, toResult, type WizardOptions } from './options.ts';

/**
 * Asks for the organization of the cloud: the user picks one of the token's owner or types its key. Checks the
 * organization together with the token.
 */
export function organizationStep(options: WizardOptions): Step<Draft> {
  return async (draft, position) => {
    if (draft.organizations.length === 0) return typeKey(draft, position, options);
    const answer = await pickKey(draft, position, options);
    if (answer?.to !== 'next') return answer && { to: 'back', draft };
    if (answer.value === undefined) {
      const typed = await typeKey(draft, position, options);
      // Back in the text box leads to the list.
      return typed?.to === 'back' ? organizationStep(options)(draft, position) : typed;
    }
    const chosen = { ...draft, organizationKey: answer.value };
    const target = targetOf(chosen);
    try {
      const checkResult = await withProgress(l10n.t('Checking the connection…'), async (signal) =>
        options.probe(target, await tokenFor(draft.token, target, options), signal),
      );
      return { to: 'next', draft: { ...chosen, checkResult } };
    } catch (error) {
      if (Failure.is(error, 'cancelled')) return undefined;
      throw error;
    }
  };
}

/** Asks which organization to connect to. An undefined value stands for another one, whose key the user types. */
function pickKey(
  { organizations, organizationKey }: Draft,
  position: Position,
  { title }: WizardOptions,
): Promise<PickAnswer<string | undefined>> {
  return pickOne<string | undefined>({
    title,
    position,
    placeholder: l10n.t('Select an organization'),
    active: organizationKey,
    choices: [
      ...organizations.map(({ key, name }) => ({
        label: name,
        description: key,
        iconPath: new ThemeIcon('organization'),
        value: key,
      })),
      { label: l10n.t('Enter another organization…'), iconPath: new ThemeIcon('edit'), value: undefined },
    ],
  });
}

async function typeKey(draft: Draft, position: Position, options: WizardOptions) {
  let checkResult: ConnectionState | undefined;
  const answer = await askText({
    title: options.title,
    position,
    prompt: l10n.t('Organization key'),
    placeholder: l10n.t('Organization key'),
    value: draft.organizationKey,
    check: async (text, signal) => {
      const organizationKey = text.trim();
      if (organizationKey === '') return inputError(l10n.t('Enter an organization key.'));
      const target = targetOf({ ...draft, organizationKey });
      checkResult = await options.probe(target, await tokenFor(draft.token, target, options), signal);
      return checkProblem(checkResult);
    },
  });
  return toResult(answer, (text) => ({ ...draft, organizationKey: text.trim(), checkResult }));
}
