/**
 * The entry point of `require('service-cli/webhooks')`: the parts of `webhooks listen`, for users who write a receiver.
 * docs/webhooks.md has examples.
 */
export { parsePayload } from '../core/webhooks/payload.ts';
export { WebhookReceiver } from '../core/webhooks/receiver.ts';
export { isSignedBy } from '../core/webhooks/signature.ts';
export { listenForWebhooks } from '../node/http/webhookListener.ts';
