import type { ServiceHome } from '../files/serviceHome.ts';
import { variable } from '../environment.ts';
import { encryptedFile, passphraseVariable } from './encryptedFile.ts';
import { keyring } from './keyring.ts';
import { type SecretPlace, tokenFile } from './secretPlaces.ts';

/**
 * Finds the place of a secret. Returns undefined for a keyring whose library is not installed. No place is opened
 * before one of its methods is called.
 *
 * @param name Default: the token.
 */
export type FindSecretPlace = (kind: SecretPlace['kind'], name?: string) => SecretPlace | undefined;

/** @param keyringModule Path of the keyring library; undefined if it is not installed or switched off. */
export function secretPlaces(
  env: NodeJS.ProcessEnv,
  home: ServiceHome,
  keyringModule: string | undefined,
): FindSecretPlace {
  return (kind, name = 'token') => {
    if (kind === 'file') return tokenFile(home.token);
    if (kind === 'encryptedFile')
      return encryptedFile(home.encryptedSecrets, variable(env, passphraseVariable), name);
    return keyringModule === undefined ? undefined : keyring(keyringModule, name);
  };
}
