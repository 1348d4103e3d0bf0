/** Never more than a quarter of the secret, never more than four characters, and nothing of a short one. */
export function maskSecret(secret: string): string {
  const shown = Math.min(4, Math.floor(secret.length / 8));
  const head = secret.slice(0, shown);
  return `${head}${'*'.repeat(Math.min(12, Math.max(4, secret.length - shown)))}`;
}
