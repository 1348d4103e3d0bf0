import { l10n, ThemeIcon } from 'vscode';
import { Failure } from '../../../core/failures.ts';
import { pickOne } from '../../ui/quickInput/pickOne.ts';
import type { Step } from '../../ui/quickInput/wizard.ts';
import { withProgress } from '../../ui/progress.ts';
import { stateText } from '../stateTexts.ts';
import { targetOf, type Draft } from './draft.ts';
import { tokenFor, type WizardOptions } from './options.ts';

/**
 * Asks whether to save a connection that has not passed its check, or to check it again. Asks nothing if it has passed.
 */
export function confirmStep(options: WizardOptions): Step<Draft> {
  return async (draft, position) => {
    const target = targetOf(draft);
    let { verdict } = draft;
    while (verdict && verdict.state !== 'connected') {
      const answer = await pickOne<'save' | 'check'>({
        title: options.title,
        position,
        placeholder: l10n.t('The check failed: {0}', stateText(verdict).detail),
        choices: [
          { label: l10n.t('Check again'), iconPath: new ThemeIcon('refresh'), value: 'check' },
          { label: l10n.t('Save anyway'), iconPath: new ThemeIcon('save'), value: 'save' },
        ],
      });
      if (!answer) return undefined;
      if (answer.to === 'back') return { to: 'back', draft: { ...draft, verdict } };
      if (answer.value === 'save') break;
      const check = withProgress(l10n.t('Checking the connection…'), async (signal) =>
        options.probe(target, await tokenFor(draft.token, target, options), signal),
      );
      verdict = await check.catch((error: unknown) => {
        // The user has cancelled the check: ask again.
        if (Failure.is(error, 'cancelled')) return verdict;
        throw error;
      });
    }
    return { to: 'next', draft: { ...draft, verdict } };
  };
}
