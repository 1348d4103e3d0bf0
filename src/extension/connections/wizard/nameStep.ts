import { l10n } from 'vscode';
import { askText } from '../../ui/quickInput/askText.ts';
import type { Step } from '../../ui/quickInput/wizard.ts';
import { nameOf, type Draft } from './draft.ts';
import { refusal, toResult } from './objections.ts';
import type { WizardOptions } from './options.ts';

/** Asks for the name of the connection, which has to be unique. The proposal is made from the address. */
export function nameStep({ title, takenNames }: WizardOptions): Step<Draft> {
  return async (draft, position) => {
    const answer = await askText({
      title,
      position,
      prompt: l10n.t('Enter a name for the connection. Bindings refer to this name.'),
      value: nameOf(draft, takenNames),
      check: (text) => {
        const name = text.trim();
        if (name === '') return refusal(l10n.t('Enter a name.'));
        return takenNames.includes(name)
          ? refusal(l10n.t('A connection with this name already exists.'))
          : undefined;
      },
    });
    return toResult(answer, (text) => {
      const name = text.trim();
      // The draft does not store an unchanged proposal, so that the name follows a later change of the address.
      return { ...draft, name: name === nameOf({ ...draft, name: '' }, takenNames) ? '' : name };
    });
  };
}
