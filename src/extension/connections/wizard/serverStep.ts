import { l10n } from 'vscode';
import { parseServerUrl } from '../../../core/connections/connection.ts';
import { askText, type Objection } from '../../quickInput/askText.ts';
import type { Step } from '../../quickInput/wizard.ts';
import { stateText } from '../stateTexts.ts';
import type { Draft } from './draft.ts';
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
    return toResult(answer, (text) => {
      // On the way back it may be anything: it is kept as it was typed.
      const serverUrl = parseServerUrl(text) ?? text;
      const same = serverUrl === draft.serverUrl;
      // A token typed for one address is not sent to another.
      return { ...draft, serverUrl, token: same ? draft.token : '', verdict: undefined };
    });
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

function sendsInTheClear(serverUrl: string): boolean {
  const { protocol, hostname } = new URL(serverUrl);
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
