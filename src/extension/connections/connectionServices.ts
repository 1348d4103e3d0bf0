import type { SharedFile } from '../../core/sharedFile.ts';
import type { PlatformAccess } from '../../core/connections/access.ts';
import type { CloudAddresses, Connection } from '../../core/connections/connection.ts';
import type { SecretSync } from '../../core/connections/secretSync.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import type { TokenStore } from '../../core/connections/tokenStore.ts';
import type { Http } from '../../core/http.ts';
import type { HostServices } from '../host/hostServices.ts';
import type { ConnectionStates } from './states.ts';
import type { TokenWarningsFile } from './tokenWarnings.ts';

/** The connections, their tokens and states, and the requests to their platforms. */
export interface ConnectionServices extends HostServices {
  readonly store: ConnectionStore;
  readonly tokenStore: TokenStore;
  readonly secretSync: SecretSync;
  readonly states: ConnectionStates;
  readonly tokenWarnings: SharedFile<TokenWarningsFile>;
  readonly http: Http;
  readonly access: PlatformAccess;
  readonly apiFor: PlatformAccess['apiFor'];
  readonly cloud: () => CloudAddresses;
  readonly connections: () => readonly Connection[];
  readonly baseUrlOf: (connection: Connection) => string;
  readonly daysLeftOf: (uuid: string) => number | undefined;
}
