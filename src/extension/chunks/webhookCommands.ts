/** Loaded with the first command about webhooks. */
export { webhookCommands } from '../webhooks/webhookCommands.ts';
