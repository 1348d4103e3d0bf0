import { l10n } from 'vscode';
import { getDelivery, isMasked } from '../../core/api/webhooks.ts';
import type { Api } from '../../core/api/client.ts';
import { resolveTarget, type ResolvedTarget } from '../../core/webhooks/address.ts';
import { redeliver } from '../../core/webhooks/redelivery.ts';
import { addressesOf } from '../../node/http/addressesOf.ts';
import { isConfirmed, showInformation, showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { askText, inputWarning } from '../ui/quickInput/askText.ts';
import { problemOfAddress } from './askWebhook.ts';
import type { WebhookServices } from './webhookLists.ts';

/**
 * Sends a recorded delivery again from this machine. Sends nothing if the user cancels.
 *
 * Asks the user for what the platform does not reveal, a masked address and the secret. Asks for consent before the
 * request reaches this machine or a private network.
 *
 * @param hasSecret Undefined if the list of webhooks does not contain the webhook any more.
 * @throws {Failure} if the delivery cannot be read, the receiver is not found, or the request gets no answer.
 */
export async function sendAgain(
  id: string,
  hasSecret: boolean | undefined,
  api: Api,
  { http, userAgent }: WebhookServices,
): Promise<void> {
  const title = l10n.t('Send Delivery Again');
  const delivery = await withProgress(l10n.t('Getting the delivery…'), (signal) =>
    getDelivery(api.with({ signal }), id),
  );
  const url = isMasked(delivery.url) ? await askAddress(title, delivery.url) : delivery.url;
  const target = url === undefined ? undefined : await agreeToReach(new URL(url));
  if (url === undefined || !target) return;
  const { addresses } = target;
  // A receiver of unsigned deliveries has no use for a signature.
  const secret = hasSecret === false ? '' : await askSecret(title);
  if (secret === undefined) return;
  const signed = secret !== '';
  const { success, httpStatus } = await withProgress(
    l10n.t('Sending the delivery…'),
    () => redeliver(http, { delivery, url, addresses, secret: signed ? secret : undefined, userAgent }),
    // A request that is on its way cannot be taken back.
    { cancellable: false },
  );
  const how = signed ? l10n.t('signed') : l10n.t('unsigned');
  // The result comes first, because a message without buttons shows one line.
  if (success)
    void showInformation(
      l10n.t(
        'The receiver answered with status {0}. The delivery was sent again from this machine, {1}.',
        httpStatus,
        how,
      ),
    );
  else
    void showWarning(
      l10n.t(
        'The receiver rejected the delivery with status {0}. It was sent again from this machine, {1}.',
        httpStatus,
        how,
      ),
    );
}

async function askAddress(title: string, shown: string): Promise<string | undefined> {
  const answer = await askText({
    title,
    prompt: l10n.t('The platform shows {0}. Enter the full address.', shown),
    check: (text) => problemOfAddress(text.trim()),
  });
  return answer?.value.trim();
}

/**
 * Resolves the target, and asks the user before a request from this machine reaches this machine or a private network:
 * an administrator of the project wrote the address. Returns undefined if the user declines.
 */
async function agreeToReach(url: URL): Promise<ResolvedTarget | undefined> {
  const target = await withProgress(l10n.t('Resolving the receiver…'), () => resolveTarget(url, addressesOf));
  const { reach } = target;
  if (reach === 'public') return target;
  const question =
    reach === 'loopback'
      ? l10n.t('{0} is this machine. Send the delivery there?', url.host)
      : l10n.t('{0} is in a private network. Send the delivery there?', url.host);
  const detail = l10n.t(
    'An administrator of the project chose this address. The request is sent from this machine.',
  );
  return (await isConfirmed(question, l10n.t('Send'), detail)) ? target : undefined;
}

/** Returns an empty string for an unsigned delivery, undefined if the user cancels. */
async function askSecret(title: string): Promise<string | undefined> {
  const answer = await askText({
    title,
    prompt: l10n.t(
      'Enter the secret of the webhook, or leave it empty to send without a signature. The platform does not reveal it.',
    ),
    password: true,
    check: (text) =>
      text === ''
        ? inputWarning(
            l10n.t('Without a signature, a receiver that verifies signatures rejects the delivery.'),
          )
        : undefined,
  });
  return answer?.value;
}
