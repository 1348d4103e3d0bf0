import * as z from 'zod/mini';
import { readStoredJson, updateStoredJson, type StoredJson } from '../files/storedJson.ts';

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
  /** Settings for one origin. They take precedence over those for all origins. */
  origins: z.optional(z.record(z.string(), settings)),
});

export type StoredSettings = z.output<typeof settings>;
export type Config = z.output<typeof configSchema>;

const configAt = (path: string): StoredJson<Config> => ({
  path,
  schema: configSchema,
  empty: { version: 1 },
});

/**
 * Reads the settings of the network. Returns the defaults only if the file does not exist.
 *
 * @throws {Failure} `malformed`, with the path, for a file that does not parse; `newerFormat`; `storage`.
 */
export function readConfig(path: string): Promise<Config> {
  return readStoredJson(configAt(path));
}

/**
 * Changes the settings of an origin, or of all origins where `origin` is undefined. Entries that this version does not
 * know are kept. Rejects as `readConfig`, and with `busy` if another process holds the file.
 */
export async function updateConfig(
  path: string,
  origin: string | undefined,
  change: (settings: StoredSettings) => StoredSettings,
): Promise<void> {
  await updateStoredJson(configAt(path), (config) =>
    origin === undefined
      ? { ...config, settings: change(config.settings ?? {}) }
      : { ...config, origins: { ...config.origins, [origin]: change(config.origins?.[origin] ?? {}) } },
  );
}
