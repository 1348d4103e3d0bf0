import { l10n } from 'vscode';
import type { ConnectionState } from '../../../core/connections/check.ts';
import { askText } from '../../quickInput/askText.ts';
import type { Step } from '../../quickInput/wizard.ts';
import { targetOf, type Draft } from './draft.ts';
import { objectionTo, refusal, toResult } from './objections.ts';
import { tokenFor, type WizardOptions } from './options.ts';

/** The organization of the cloud, checked together with the token. */
export function organizationStep(options: WizardOptions): Step<Draft> {
  return async (draft, position) => {
    let verdict: ConnectionState | undefined;
    const answer = await askText({
      title: options.title,
      position,
      prompt: l10n.t('Key of the organization'),
      placeholder: l10n.t('Key of the organization'),
      value: draft.organizationKey,
      check: async (text, signal) => {
        const organizationKey = text.trim();
        if (organizationKey === '') return refusal(l10n.t('Enter the key of an organization.'));
        const target = targetOf({ ...draft, organizationKey });
        verdict = await options.probe(target, await tokenFor(draft.token, target, options), signal);
        return objectionTo(verdict);
      },
    });
    return toResult(answer, (text) => ({ ...draft, organizationKey: text.trim(), verdict }));
  };
}
