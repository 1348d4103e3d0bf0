import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { parse, parseJson } from '../../core/parsing.ts';
import { Failure } from '../../core/failures.ts';
import { readIfPresent } from '../files/transaction/fileSteps.ts';
import { makeFolder } from '../files/textFile.ts';
import { applyChanges } from '../files/transaction/fileTransaction.ts';

/** A place that holds one secret of service-cli, such as the token: a login replaces the previous one. */
export interface SecretPlace {
  /** `file` is plain text, and only for the token. */
  readonly kind: 'keyring' | 'encryptedFile' | 'file';
  /** Returns the token, if any. Rejects with `storage`, or with `wrongOrigin` for the token of another platform. */
  get(origin: string): Promise<string | undefined>;
  set(secret: StoredToken): Promise<void>;
  delete(): Promise<void>;
}

const storedToken = z.object({ token: z.string().check(z.minLength(1)), origin: z.string() });
type StoredToken = z.output<typeof storedToken>;

/**
 * Returns the token of a stored text, but only for the origin that it was stored for.
 *
 * @param what Name of the place in error messages.
 * @throws {Failure} `wrongOrigin` for another origin, `malformed` for a text that does not parse.
 */
export function readStoredToken(text: string, origin: string, what: string): string {
  const stored = parse(storedToken, parseJson(text, what), what);
  if (stored.origin !== origin) throw new Failure('wrongOrigin', `${what}: stored for another platform`);
  return stored.token;
}

/** Keeps the token in a file that only its owner may read. */
export function tokenFile(path: string): SecretPlace {
  const change = async (after: string | undefined): Promise<void> => {
    const before = await readIfPresent(path);
    const next = after === undefined ? undefined : Buffer.from(after);
    if (next) await makeFolder(dirname(path));
    if (before || next) await applyChanges([{ path, before, after: next, mode: 0o600 }]);
  };
  return {
    kind: 'file',
    async get(origin) {
      const bytes = await readIfPresent(path);
      return bytes && readStoredToken(Buffer.from(bytes).toString('utf8'), origin, path);
    },
    set: (secret) => change(`${JSON.stringify(secret)}\n`),
    delete: () => change(undefined),
  };
}
