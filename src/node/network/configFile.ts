import * as z from 'zod/mini';
import { parse, parseJson, parseStored } from '../../core/parsing.ts';
import { withLock } from '../files/locks/lock.ts';
import { readTextIfPresent, writeTextAtomically } from '../files/textFile.ts';

/** A setting that is a secret: the file only names the place that holds its value. */
const secret = z.looseObject({ storedIn: z.enum(['keyring', 'encryptedFile']) });

/** Every object is loose, so that entries of a newer version are kept. */
const settings = z.looseObject({
  proxy: z.optional(z.string()),
  'proxy-password': z.optional(secret),
  'no-proxy': z.optional(z.string()),
  'ca-file': z.optional(z.string()),
  'system-ca': z.optional(z.enum(['true', 'false'])),
  'client-certificate': z.optional(z.string()),
  'client-key': z.optional(z.string()),
  'client-passphrase': z.optional(secret),
});

const configSchema = z.looseObject({
  version: z.literal(1),
  settings: z.optional(settings),
  /** Settings for one origin. They go before those for all origins. */
  origins: z.optional(z.record(z.string(), settings)),
});

export type StoredSettings = z.output<typeof settings>;
export type Config = z.output<typeof configSchema>;

const emptyConfig: Config = { version: 1 };

/**
 * Reads the settings of the network. Returns the defaults only where the file does not exist.
 *
 * @throws {Failure} `malformed`, with the path, for a file that does not parse; `newerFormat`; `storage`.
 */
export async function readConfig(path: string): Promise<Config> {
  const text = await readTextIfPresent(path);
  return text === undefined ? emptyConfig : parseStored(configSchema, parseJson(text, path), path);
}

/**
 * Changes the settings of an origin, or of all origins where `origin` is undefined. Entries that this version does not
 * know are kept. Rejects as `readConfig`, and with `busy` where another process holds the file.
 */
export function updateConfig(
  path: string,
  origin: string | undefined,
  change: (settings: StoredSettings) => StoredSettings,
): Promise<void> {
  return withLock(path, async (held) => {
    const config = await readConfig(path);
    const next =
      origin === undefined
        ? { ...config, settings: change(config.settings ?? {}) }
        : { ...config, origins: { ...config.origins, [origin]: change(config.origins?.[origin] ?? {}) } };
    await held.assertHeld();
    await writeTextAtomically(path, `${JSON.stringify(parse(configSchema, next, path), undefined, 2)}\n`);
  });
}
