import { randomBytes } from 'node:crypto';

/** The platform's limits for webhooks. The platform names them only in refusals. Lengths are in characters. */
export const webhookLimits = {
  /** Webhooks of one project; the same limit applies to the global webhooks. */
  webhooks: 10,
  nameLength: 100,
  urlLength: 512,
  secret: { shortest: 16, longest: 200 },
} as const;

/** Returns whether the platform allows another webhook beside those of the same project, or beside the global ones. */
export function hasRoom(webhooks: readonly unknown[]): boolean {
  return webhooks.length < webhookLimits.webhooks;
}

export function isWebhookName(name: string): boolean {
  return name.trim() !== '' && name.length <= webhookLimits.nameLength;
}

/** Whether the platform accepts a secret of this length, in UTF-16 units. */
export function isSecretLength(secret: string): boolean {
  const { shortest, longest } = webhookLimits.secret;
  return secret.length >= shortest && secret.length <= longest;
}

/** Returns 192 random bits as text that shells and forms do not change. */
export function newWebhookSecret(): string {
  return randomBytes(24).toString('base64url');
}
