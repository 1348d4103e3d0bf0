/** `require('service-cli/webhooks')`: parts of `webhooks listen`, for a receiver of one's own (docs/webhooks.md). */
export { parsePayload } from '../core/webhooks/payload.ts';
export { WebhookReceiver } from '../core/webhooks/receiver.ts';
export { isSignedBy } from '../core/webhooks/signature.ts';
export { listenForWebhooks } from '../node/http/webhookListener.ts';
