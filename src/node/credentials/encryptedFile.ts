import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { Failure } from '../../core/failures.ts';
import { readStoredJson, updateStoredJson, type StoredJson } from '../files/storedJson.ts';
import { readStoredToken, type SecretPlace } from './secretPlaces.ts';

export const passphraseVariable = 'SERVICE_STORE_PASSPHRASE';

const base64 = z.string().check(z.regex(/^[\w+/]+=*$/));
const entry = z.object({ nonce: base64, data: base64, tag: base64 });
/** Version 1 stands for scrypt with `cost`, and AES-256-GCM with the name of the entry as additional data. */
const fileSchema = z.looseObject({
  version: z.literal(1),
  salt: base64,
  entries: z.record(z.string(), entry),
});

/** OWASP's recommendation for 32 MiB of memory; Node's default limit is below what it needs. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const keyBytes = 32;
const nonceBytes = 12;

/**
 * Keeps secrets in a file that is encrypted with a passphrase from the environment. It protects copies of the file, such
 * as backups and images; a program of the same user can read the variable as this program does.
 *
 * @param name Name of the entry. The entries of a file share the passphrase.
 * @param passphrase Undefined if the variable is not set: each method then rejects with `storage`.
 */
export function encryptedFile(path: string, passphrase: string | undefined, name: string): SecretPlace {
  return {
    kind: 'encryptedFile',
    async get(origin) {
      const { salt, entries } = await readStoredJson(documentAt(path));
      const found = entries[name];
      if (!found) return undefined;
      return readStoredToken(
        decrypt(found, await deriveKey(path, passphrase, salt), name, path),
        origin,
        path,
      );
    },
    async set(secret) {
      await updateStoredJson(documentAt(path), async (file) => {
        const key = await deriveKey(path, passphrase, file.salt);
        // The other entries must open with the same passphrase, or it would be lost which one they need.
        const [[other, known] = []] = Object.entries(file.entries);
        if (other !== undefined && known) decrypt(known, key, other, path);
        return { ...file, entries: { ...file.entries, [name]: encrypt(JSON.stringify(secret), key, name) } };
      });
    },
    async delete() {
      await updateStoredJson(documentAt(path), (file) => {
        if (!(name in file.entries)) return file;
        const { [name]: gone, ...entries } = file.entries;
        return { ...file, entries };
      });
    },
  };
}

/** Returns the document at a path. A file that does not exist yet gets a new salt with its first entry. */
function documentAt(path: string): StoredJson<z.output<typeof fileSchema>> {
  const salt = randomBytes(16).toString('base64');
  return { path, schema: fileSchema, empty: { version: 1, salt, entries: {} } };
}

const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

/** Keys by passphrase and salt, kept because deriving one takes tenths of a second and a command may need several. */
const keys = new Map<string, Buffer>();

async function deriveKey(path: string, passphrase: string | undefined, salt: string): Promise<Buffer> {
  if (passphrase === undefined)
    throw new Failure('storage', `${path} is encrypted. Set ${passphraseVariable} to its passphrase`);
  const id = JSON.stringify([passphrase, salt]);
  const key =
    keys.get(id) ?? (await derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), keyBytes, cost));
  keys.set(id, key);
  return key;
}

function encrypt(text: string, key: Buffer, name: string): z.output<typeof entry> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    nonce: nonce.toString('base64'),
    data: data.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

function decrypt(
  { nonce, data, tag }: z.output<typeof entry>,
  key: Buffer,
  name: string,
  path: string,
): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), {
      authTagLength: 16,
    });
    decipher.setAAD(Buffer.from(name)).setAuthTag(Buffer.from(tag, 'base64'));
    return decipher.update(data, 'base64', 'utf8') + decipher.final('utf8');
  } catch (cause) {
    // A wrong key and a changed file are the same to the cipher.
    throw new Failure(
      'storage',
      `${path} does not open with ${passphraseVariable}: the passphrase is another one, or the file was changed`,
      { cause },
    );
  }
}
