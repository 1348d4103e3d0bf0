/**
 * `require('service-cli/webhooks')`: what `webhooks listen` is made of, for receivers of one's own. docs/webhooks.md
 * shows how.
 */
export { parsePayload } from '../../core/webhooks/payload.ts';
export { WebhookReceiver } from '../../core/webhooks/receiver.ts';
export { isSignedBy } from '../../core/webhooks/signature.ts';
export { listenForWebhooks } from '../../node/http/webhookListener.ts';
