import { l10n } from 'vscode';
import { parseServerUrl } from '../../core/connections/serverUrl.ts';
import { Failure } from '../../core/failures.ts';
import { relayPaths } from '../../core/push/pushEvents.ts';
import { openStream } from '../../node/http/openStream.ts';
import { isCleartext } from '../../core/reach.ts';
import { askText, inputError, inputWarning, type InputProblem } from '../ui/quickInput/askText.ts';
import { showInformation } from '../ui/messages.ts';
import type { ConnectionServices } from '../connections/connectionServices.ts';
import { relayKeyName, relaySetting } from './relayPushes.ts';

/** Tests the key, and stores both. `proposed`: from a shared binding file or a warning. Default: the setting. */
export async function connectRelay(
  proposed: string | undefined,
  { settings, tokenStore }: ConnectionServices,
): Promise<void> {
  const title = l10n.t('Connect to Relay');
  for (let address = proposed ?? settings.read(relaySetting); ;) {
    const place = await askText({
      title,
      position: { step: 1, total: 2, canGoBack: false },
      prompt: l10n.t(
        'Enter the address of the relay. It notifies this editor when a quality gate may have changed.',
      ),
      placeholder: 'https://relay.example.com',
      value: address,
      check: addressProblem,
    });
    if (!place) return;
    address = parseServerUrl(place.value) ?? place.value;
    const accepted = new Set<string>();
    const answer = await askText({
      title,
      position: { step: 2, total: 2, canGoBack: true },
      prompt: l10n.t(
        'Enter the relay key. Your relay administrator creates one with: service-cli relay key create',
      ),
      placeholder: l10n.t('Relay key'),
      password: true,
      check: async (key, signal) => {
        const problem = await keyProblem(address, key.trim(), signal);
        if (!problem) accepted.add(key);
        return problem;
      },
    });
    if (!answer) return;
    if (answer.to === 'back') continue;
    await tokenStore.store(relayKeyName, { token: answer.value.trim(), origin: new URL(address).origin });
    await settings.write(relaySetting, address);
    void showInformation(
      accepted.has(answer.value)
        ? l10n.t('Connected to relay {0}. Quality gate changes now arrive immediately.', address)
        : l10n.t('Relay {0} was saved. It is used as soon as it can be reached.', address),
    );
    return;
  }
}

function addressProblem(text: string): InputProblem | undefined {
  const address = parseServerUrl(text);
  if (address === undefined) return inputError(l10n.t('Enter an http or https address without credentials.'));
  return isCleartext(address)
    ? inputWarning(l10n.t('Over http, others on the network can read the relay key.'))
    : undefined;
}

async function keyProblem(
  address: string,
  key: string,
  signal: AbortSignal,
): Promise<InputProblem | undefined> {
  if (!/^[\x21-\x7e]+$/.test(key)) return inputError(l10n.t('Enter a relay key.'));
  const trial = new AbortController();
  try {
    const open = (path: string) =>
      openStream({
        url: `${address}${path}`,
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${key}` },
        signal: AbortSignal.any([signal, trial.signal, AbortSignal.timeout(10_000)]),
      });
    let { status } = await open(relayPaths.pushEvents);
    // Earlier relays know only the former path.
    if (status === 404) ({ status } = await open(relayPaths.formerPushEvents));
    if (status === 200) return undefined;
    if (status === 401 || status === 403)
      return inputError(l10n.t('The relay does not know this key, or the key was revoked.'));
    return unreachable(l10n.t('The relay responded with status {0}.', status));
  } catch (error) {
    if (!Failure.is(error)) throw error;
    return unreachable(l10n.t('The relay could not be reached.'));
  } finally {
    trial.abort();
  }
}

/** Returns a warning, which the user can override, because a relay may be down for a moment. */
function unreachable(reason: string): InputProblem {
  return { severity: 'warning', text: l10n.t('{0} Press Enter again to save the key anyway.', reason) };
}
