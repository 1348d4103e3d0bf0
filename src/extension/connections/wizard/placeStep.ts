import { l10n, ThemeIcon } from 'vscode';
import type { CloudRegion } from '../../../core/brand.ts';
import { pickOne } from '../../ui/quickInput/pickOne.ts';
import type { Step } from '../../ui/quickInput/wizard.ts';
import { withPlace, type Draft } from './draft.ts';
import type { WizardOptions } from './options.ts';

/** Asks whether to connect to a server or to a region of the cloud. */
export function placeStep({ title, cloudAddressOf }: WizardOptions): Step<Draft> {
  const cloud = (region: CloudRegion) => ({
    label: l10n.t('Cloud ({0} region)', region),
    description: cloudAddressOf(region),
    iconPath: new ThemeIcon('cloud'),
    value: region,
  });
  return async (draft, position) => {
    const answer = await pickOne<Draft['place']>({
      title,
      position,
      placeholder: l10n.t('Select what to connect to'),
      active: draft.place,
      choices: [
        {
          label: l10n.t('Server'),
          description: l10n.t('hosted by you or your company'),
          iconPath: new ThemeIcon('server'),
          value: 'server',
        },
        cloud('EU'),
        cloud('US'),
      ],
    });
    if (answer?.to !== 'next') return undefined;
    return { to: 'next', draft: withPlace(draft, answer.value) };
  };
}
