import { l10n, ThemeIcon } from 'vscode';
import { isMasked } from '../../core/api/webhooks.ts';
import { reachOfHost } from '../../core/reach.ts';
import { addressProblem, parseWebhookUrl } from '../../core/webhooks/address.ts';
import { isSecretLength, isWebhookName, webhookLimits } from '../../core/webhooks/limits.ts';
import { pickOne } from '../ui/quickInput/pickOne.ts';
import { askText, type InputProblem, inputWarning, inputError } from '../ui/quickInput/askText.ts';
import { runWizard, type Step } from '../ui/quickInput/wizard.ts';

type SecretChoice = 'keep' | 'generate' | 'enter' | 'none';

export interface WebhookDraft {
  readonly name: string;
  /** Empty at first if the platform masks the address with asterisks. */
  readonly url: string;
  readonly secret: SecretChoice;
  /** The secret that the user enters, for the choice `enter`. */
  readonly entered: string;
}

interface WebhookQuestion {
  readonly title: string;
  /** The webhook to edit; absent for a new one. */
  readonly existing?: { readonly name: string; readonly url: string; readonly hasSecret: boolean };
}

/** Changes nothing. Returns undefined if the user cancels. */
export function askWebhook(question: WebhookQuestion): Promise<WebhookDraft | undefined> {
  const { existing } = question;
  return runWizard(
    ({ secret }) => ['name', 'url', 'secret', ...(secret === 'enter' ? (['entered'] as const) : [])] as const,
    {
      name: nameStep(question),
      url: urlStep(question),
      secret: secretStep(question),
      entered: enteredStep(question),
    },
    {
      name: existing?.name ?? '',
      // A masked address must not be written back.
      url: existing && !isMasked(existing.url) ? existing.url : '',
      secret: existing ? 'keep' : 'generate',
      entered: '',
    },
    new Set(['entered']),
  );
}

function nameStep({ title }: WebhookQuestion): Step<WebhookDraft> {
  return async (draft, position) => {
    const answer = await askText({
      title,
      position,
      prompt: l10n.t('Enter a name for the webhook, up to {0} characters', webhookLimits.nameLength),
      value: draft.name,
      check: (text) =>
        isWebhookName(text)
          ? undefined
          : inputError(l10n.t('Enter a name of 1 to {0} characters.', webhookLimits.nameLength)),
    });
    return answer && { to: answer.to, draft: { ...draft, name: answer.value } };
  };
}

function urlStep({ title, existing }: WebhookQuestion): Step<WebhookDraft> {
  return async (draft, position) => {
    const answer = await askText({
      title,
      position,
      prompt:
        existing && isMasked(existing.url)
          ? l10n.t(
              'The platform shows {0}. Enter the full address with its credentials, because the platform stores only what you enter.',
              existing.url,
            )
          : l10n.t(
              'Enter the address that the platform calls. It can include credentials: https://user:password@host/',
            ),
      placeholder: 'https://ci.example.com/hook',
      value: draft.url,
      check: (text) => problemOfTarget(text.trim()),
    });
    return answer && { to: answer.to, draft: { ...draft, url: answer.value.trim() } };
  };
}

function problemOfTarget(url: string): InputProblem | undefined {
  const problem = problemOfAddress(url);
  if (problem) return problem;
  const target = parseWebhookUrl(url);
  switch (target && reachOfHost(target)) {
    case 'loopback':
      return inputWarning(
        l10n.t(
          'The platform calls this address, and for the platform it means its own machine. Many platforms reject it.',
        ),
      );
    case 'private':
      return inputWarning(l10n.t('The platform calls this address, so it must be on the same network.'));
    case 'public':
    case undefined:
      return undefined;
  }
}

/** Returns the problem of an address, whether the platform or this machine is to call it. */
export function problemOfAddress(url: string): InputProblem | undefined {
  switch (addressProblem(url)) {
    case 'masked':
      return inputError(l10n.t('The asterisks hide the credentials. Enter the full address.'));
    case 'noTarget':
      return inputError(
        l10n.t('Enter an http or https address of at most {0} characters.', webhookLimits.urlLength),
      );
    case undefined:
      return undefined;
  }
}

function secretStep({ title, existing }: WebhookQuestion): Step<WebhookDraft> {
  return async (draft, position) => {
    const choice = (value: SecretChoice, icon: string, label: string, detail: string) => {
      return { label, detail, iconPath: new ThemeIcon(icon), value };
    };
    const generate = choice(
      'generate',
      'sparkle',
      existing ? l10n.t('Generate a new secret') : l10n.t('Generate a secret'),
      l10n.t('It is copied to the clipboard. The platform does not show it again.'),
    );
    const enter = choice(
      'enter',
      'key',
      l10n.t('Enter a secret'),
      l10n.t('Use a secret that the receiver already knows'),
    );
    const none = choice(
      'none',
      'unlock',
      existing?.hasSecret ? l10n.t('Remove the secret') : l10n.t('No secret'),
      l10n.t('The receiver cannot tell real deliveries from forged ones.'),
    );
    const keep = choice(
      'keep',
      'check',
      existing?.hasSecret ? l10n.t('Keep the secret') : l10n.t('Continue without a secret'),
      l10n.t('The receiver needs no change.'),
    );
    const answer = await pickOne({
      title,
      position,
      placeholder: l10n.t('Select how deliveries are signed'),
      choices: existing
        ? [keep, generate, enter, ...(existing.hasSecret ? [none] : [])]
        : [generate, enter, none],
      active: draft.secret,
    });
    if (answer?.to !== 'next') return answer && { to: 'back', draft };
    return { to: 'next', draft: { ...draft, secret: answer.value } };
  };
}

function enteredStep({ title }: WebhookQuestion): Step<WebhookDraft> {
  return async (draft, position) => {
    const { shortest, longest } = webhookLimits.secret;
    const text = l10n.t('Enter a secret of {0} to {1} characters', shortest, longest);
    const answer = await askText({
      title,
      position,
      prompt: text,
      value: draft.entered,
      password: true,
      check: (secret) => (isSecretLength(secret) ? undefined : inputError(text)),
    });
    return answer && { to: answer.to, draft: { ...draft, entered: answer.value } };
  };
}
