import { randomBytes } from 'node:crypto';

/** What the platform allows; it says so only when it refuses. */
export const webhookLimits = {
  /** Of one project, and again as many global ones. */
  webhooks: 10,
  nameLength: 100,
  urlLength: 512,
  secret: { shortest: 16, longest: 200 },
} as const;

/** Whether another one fits beside those of the same project, or beside the other global ones. */
export function hasRoom(webhooks: readonly unknown[]): boolean {
  return webhooks.length < webhookLimits.webhooks;
}

export function isWebhookName(name: string): boolean {
  return name.trim() !== '' && name.length <= webhookLimits.nameLength;
}

export function isSecretLength(secret: string): boolean {
  const { shortest, longest } = webhookLimits.secret;
  return secret.length >= shortest && secret.length <= longest;
}

/** 192 random bits as text that survives every shell and form. */
export function newWebhookSecret(): string {
  return randomBytes(24).toString('base64url');
}
