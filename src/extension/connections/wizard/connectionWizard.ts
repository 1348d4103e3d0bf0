import { l10n, ThemeIcon } from 'vscode';
import { runWizard, type Step, type Position } from '../../ui/quickInput/wizard.ts';
import { type Draft, nameOf, stepsOf, withPlace, withServerUrl, type WizardMode } from './draft.ts';
import { probeDraft, toResult, whileChecking, type WizardOptions, checkProblem } from './options.ts';
import { tokenStep } from './tokenStep.ts';
import type { CloudRegion } from '../../../core/brand.ts';
import { pickOne, type PickAnswer } from '../../ui/quickInput/pickOne.ts';
import { askText, inputError, type InputProblem, inputWarning } from '../../ui/quickInput/askText.ts';
import { stateText } from '../stateTexts.ts';
import { findServer, type FoundServer } from '../../../core/connections/serverAddress.ts';
import { isCleartext } from '../../../core/reach.ts';
import type { ConnectionState } from '../../../core/connections/check.ts';

/** Stores nothing. Returns undefined if the user cancels. */
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

function placeStep({ title, cloud: addresses }: WizardOptions): Step<Draft> {
  const cloud = (region: CloudRegion) => ({
    label: l10n.t('Cloud ({0} region)', region),
    description: addresses()[region].web,
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

/** The name has to be unique. The proposal is made from the address. */
function nameStep({ title, takenNames }: WizardOptions): Step<Draft> {
  return async (draft, position) => {
    const answer = await askText({
      title,
      position,
      prompt: l10n.t('Enter a name for the connection. Bindings refer to this name.'),
      value: nameOf(draft, takenNames),
      check: (text) => {
        const name = text.trim();
        if (name === '') return inputError(l10n.t('Enter a name.'));
        return takenNames.includes(name)
          ? inputError(l10n.t('A connection with this name already exists.'))
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

function notificationsStep({ title }: WizardOptions): Step<Draft> {
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
    if (answer?.to !== 'next') return answer && { to: 'back', draft };
    return { to: 'next', draft: { ...draft, receiveNotifications: answer.value } };
  };
}

/** Asks whether to save a connection that has not passed its check, or to check it again. */
function confirmStep(options: WizardOptions): Step<Draft> {
  return async (draft, position) => {
    let { checkResult } = draft;
    while (checkResult && checkResult.state !== 'connected') {
      const answer = await pickOne<'save' | 'check'>({
        title: options.title,
        position,
        placeholder: l10n.t('The check failed: {0}', stateText(checkResult).detail),
        choices: [
          { label: l10n.t('Check again'), iconPath: new ThemeIcon('refresh'), value: 'check' },
          { label: l10n.t('Save anyway'), iconPath: new ThemeIcon('save'), value: 'save' },
        ],
      });
      if (!answer) return undefined;
      if (answer.to === 'back') return { to: 'back', draft: { ...draft, checkResult } };
      if (answer.value === 'save') break;
      // After a check that the user has cancelled, the question is asked again.
      checkResult = (await whileChecking((signal) => probeDraft(draft, signal, options))) ?? checkResult;
    }
    return { to: 'next', draft: { ...draft, checkResult } };
  };
}

/** Asks for the address of a server. Warns unless a platform of a supported version answers there. */
function serverStep({ title, access }: WizardOptions): Step<Draft> {
  return async (draft, position) => {
    let found: FoundServer | undefined;
    const answer = await askText({
      title,
      position,
      prompt: l10n.t('Enter the address of the server, or of any of its pages'),
      placeholder: 'https://quality.example.com',
      value: draft.serverUrl,
      check: async (text, signal) => {
        found = await findServer(text, (serverUrl) =>
          access.probe({ kind: 'server', serverUrl }, undefined, signal),
        );
        return addressProblem(found);
      },
    });
    return toResult(answer, (text) =>
      withServerUrl(draft, answer?.to === 'next' && found ? found.serverUrl : text),
    );
  };
}

function addressProblem(found: FoundServer | undefined): InputProblem | undefined {
  if (!found) return inputError(l10n.t('Enter an http or https address without a user name.'));
  const { serverUrl, checkResult } = found;
  // Without a token, `tokenMissing` is the best possible result.
  if (checkResult.state !== 'tokenMissing') return inputWarning(stateText(checkResult).detail);
  return isCleartext(serverUrl)
    ? inputWarning(l10n.t('Over http, others on the network can read the token.'))
    : undefined;
}

/** The user picks one of the token owner's or types its key, which is checked together with the token. */
function organizationStep(options: WizardOptions): Step<Draft> {
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
    const checkResult = await whileChecking((signal) => probeDraft(chosen, signal, options));
    return checkResult && { to: 'next', draft: { ...chosen, checkResult } };
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
      checkResult = await probeDraft({ ...draft, organizationKey }, signal, options);
      return checkProblem(checkResult);
    },
  });
  return toResult(answer, (text) => ({ ...draft, organizationKey: text.trim(), checkResult }));
}
