import { l10n } from 'vscode';
import { findServer, type FoundServer } from '../../../core/connections/serverAddress.ts';
import { askText, type Objection } from '../../ui/quickInput/askText.ts';
import type { Step } from '../../ui/quickInput/wizard.ts';
import { isCleartext } from '../isCleartext.ts';
import { stateText } from '../stateTexts.ts';
import { withServerUrl, type Draft } from './draft.ts';
import { insistable, refusal, toResult } from './objections.ts';
import type { WizardOptions } from './options.ts';

/** Asks for the address of a server. Warns unless a platform of a supported version answers there. */
export function serverStep({ title, probe }: WizardOptions): Step<Draft> {
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
          probe({ kind: 'server', serverUrl }, undefined, signal),
        );
        return objectionTo(found);
      },
    });
    return toResult(answer, (text) =>
      withServerUrl(draft, answer?.to === 'next' && found ? found.serverUrl : text),
    );
  };
}

function objectionTo(found: FoundServer | undefined): Objection | undefined {
  if (!found) return refusal(l10n.t('Enter an http or https address without a user name.'));
  const { serverUrl, verdict } = found;
  // Without a token, `tokenMissing` is the best possible result.
  if (verdict.state !== 'tokenMissing') return insistable(stateText(verdict).detail);
  return isCleartext(serverUrl)
    ? insistable(l10n.t('Over http, others on the network can read the token.'))
    : undefined;
}
