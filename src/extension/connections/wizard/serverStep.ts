import { l10n } from 'vscode';
import { parseServerUrl } from '../../../core/connections/connection.ts';
import { askText, type Objection } from '../../ui/quickInput/askText.ts';
import type { Step } from '../../ui/quickInput/wizard.ts';
import { sendsInTheClear } from '../sendsInTheClear.ts';
import { stateText } from '../stateTexts.ts';
import { withServerUrl, type Draft } from './draft.ts';
import { insistable, refusal, toResult } from './objections.ts';
import type { WizardOptions } from './options.ts';

/** The address of a server, which must answer as a platform of a version that we can work with. */
export function serverStep(options: WizardOptions): Step<Draft> {
  return async (draft, position) => {
    const answer = await askText({
      title: options.title,
      position,
      prompt: l10n.t('Address of the server'),
      placeholder: 'https://quality.example.com',
      value: draft.serverUrl,
      check: (text, signal) => check(text, signal, options),
    });
    return toResult(answer, (text) => withServerUrl(draft, text));
  };
}

async function check(
  text: string,
  signal: AbortSignal,
  { probe }: WizardOptions,
): Promise<Objection | undefined> {
  const serverUrl = parseServerUrl(text);
  if (serverUrl === undefined)
    return refusal(l10n.t('Enter an http or https address without user name, query or fragment.'));
  const verdict = await probe({ kind: 'server', serverUrl }, undefined, signal);
  // "Token missing" is the best that can be said before there is one.
  if (verdict.state !== 'tokenMissing') return insistable(stateText(verdict).detail);
  return sendsInTheClear(serverUrl)
    ? insistable(l10n.t('Over http, everybody on the way can read the token.'))
    : undefined;
}
