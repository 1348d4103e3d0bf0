import { l10n } from 'vscode';
import { pickOne } from '../../ui/quickInput/pickOne.ts';
import type { Step } from '../../ui/quickInput/wizard.ts';
import type { Draft } from './draft.ts';
import type { WizardOptions } from './options.ts';

/** Returns the step that asks whether the connection notifies. */
export function notificationsStep({ title }: WizardOptions): Step<Draft> {
  return async (draft, position) => {
    const answer = await pickOne({
      title,
      position,
      placeholder: l10n.t('Receive notifications when a quality gate changes?'),
      active: draft.receiveNotifications,
      choices: [
        {
          label: l10n.t('Receive notifications'),
          detail: l10n.t('The platform is polled regularly. You are notified of each change once.'),
          value: true,
        },
        {
          label: l10n.t('No notifications'),
          detail: l10n.t('The platform is polled only while the view is visible, and on demand.'),
          value: false,
        },
      ],
    });
    if (!answer) return undefined;
    return answer.to === 'back'
      ? { to: 'back', draft }
      : { to: 'next', draft: { ...draft, receiveNotifications: answer.value } };
  };
}
