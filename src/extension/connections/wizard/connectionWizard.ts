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

/**
 * Asks for everything that a connection needs. Stores nothing.
 *
 * @returns The completed draft, or undefined where the user cancels.
 */
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
