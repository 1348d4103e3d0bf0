/** The keyring of Linux desktops. `src/node/credentials/keyring.ts` loads it as it loads the native one of other systems. */
export { AsyncEntry } from '../node/credentials/secretService/asyncEntry.ts';
