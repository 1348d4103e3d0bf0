import { runWizard } from '../../ui/quickInput/wizard.ts';
import { confirmStep } from './confirmStep.ts';
import { stepsOf, type Draft, type WizardMode } from './draft.ts';
import { nameStep } from './nameStep.ts';
import { notificationsStep } from './notificationsStep.ts';
import type { WizardOptions } from './options.ts';
import { organizationStep } from './organizationStep.ts';
import { placeStep } from './placeStep.ts';
import { serverStep } from './serverStep.ts';
import { tokenStep } from './tokenStep.ts';

/** Asks for all that a connection needs. Resolves with undefined when the person leaves; stores nothing. */
export function askConnection(
  start: Draft,
  mode: WizardMode,
  options: WizardOptions,
): Promise<Draft | undefined> {
  return runWizard(
    (draft) => stepsOf(draft, mode),
    {
      place: placeStep(options),
      serverUrl: serverStep(options),
      token: tokenStep(options),
      organization: organizationStep(options),
      name: nameStep(options),
      notifications: notificationsStep(options),
      confirm: confirmStep(options),
    },
    start,
    new Set(['confirm']),
  );
}
