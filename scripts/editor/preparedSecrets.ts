import { createCipheriv, randomBytes } from 'node:crypto';

/** The key in local storage under which the page keeps its secrets: `LocalStorageSecretStorageProvider` of 1.103 and 1.139. */
const storageKey = 'secrets.provider';
const preparedKey = 'service.preparedSecrets';

/** The key under which the editor keeps a secret of an extension. */
export function secretKeyOf(extensionId: string, key: string): string {
  return JSON.stringify({ extensionId, key });
}

/**
 * Seals secrets as a page does (`ServerKeyedAESCrypto`): AES-GCM under the exclusive or of both halves of the key; the
 * page's half, the initialization vector and the text follow each other.
 * @param serverKey the server's half, 32 bytes
 * @returns base64
 */
export function sealSecrets(secrets: Readonly<Record<string, string>>, serverKey: Buffer): string {
  const pageKey = randomBytes(32);
  const vector = randomBytes(12);
  const key = Buffer.from(pageKey.map((byte, n) => byte ^ (serverKey[n] ?? 0)));
  const cipher = createCipheriv('aes-256-gcm', key, vector);
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  return Buffer.concat([pageKey, vector, text, cipher.getAuthTag()]).toString('base64');
}

/**
 * A page that stores sealed secrets in the browser and goes on to the editor. A second visit stores nothing, so that
 * secrets which the user has added since stay.
 * @param target path and query of the editor's page
 */
export function preparingPage(sealed: string, target: string): string {
  const text = (value: string): string => JSON.stringify(value).replaceAll('<', String.raw`\u003C`);
  return `<!doctype html><title>Service for IDE</title><script>
const sealed = ${text(sealed)};
if (localStorage.getItem(${text(preparedKey)}) !== sealed) {
  localStorage.setItem(${text(storageKey)}, sealed);
  localStorage.setItem(${text(preparedKey)}, sealed);
}
location.replace(${text(target)});
</script>`;
}
