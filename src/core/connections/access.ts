import { Api } from '../api/client.ts';
import { Failure } from '../failures.ts';
import type { Http } from '../http.ts';
import type { Log } from '../log.ts';
import { checkConnection, type ConnectionState } from './check.ts';
import { baseUrlOf, type CloudAddresses, type Connection, originOf, type Target } from './connection.ts';

interface PlatformAccessOptions {
  readonly http: Http;
  readonly log: Log;
  readonly userAgent: string;
  readonly tokenStore: { get(uuid: string, origin: string): Promise<string | undefined> };
  /** Returns the cloud's addresses. It is called for each request, because a setting can change them. */
  readonly cloud: () => CloudAddresses;
}

/** Creates Web API clients from connections and their tokens. No other module does. */
export class PlatformAccess {
  readonly #options: PlatformAccessOptions;

  constructor(options: PlatformAccessOptions) {
    this.#options = options;
  }

  /** Returns a client with the connection's token, or undefined if the token is missing; never an anonymous client. */
  async apiFor(connection: Connection): Promise<Api | undefined> {
    const token = await this.tokenOf(connection);
    return token === undefined ? undefined : this.#api(connection, token);
  }

  /** Checks a stored connection with its stored token. Rejects only with `cancelled`. */
  async checkConnection(connection: Connection, signal: AbortSignal): Promise<ConnectionState> {
    return this.probe(connection, await this.tokenOf(connection), signal);
  }

  /** Checks a target and a token that need not be stored. Rejects only with `cancelled`. */
  probe(target: Target, token: string | undefined, signal: AbortSignal): Promise<ConnectionState> {
    return checkConnection(target, token, this.#api(target, token).with({ signal }));
  }

  /** Returns a client with a token that need not be stored, for the requests of a wizard. */
  apiWith(target: Target, token: string): Api {
    return this.#api(target, token);
  }

  #api(target: Target, token: string | undefined): Api {
    const { http, log, userAgent, cloud } = this.#options;
    return new Api({
      http,
      log,
      userAgent,
      baseUrl: baseUrlOf(target, cloud()),
      token,
      scheme: target.kind === 'cloud' ? 'bearer' : 'basic',
    });
  }

  /**
   * Returns the connection's token, or undefined if it is missing or the token store fails. A failure is logged and
   * treated as a missing token, because the user can enter the token again.
   */
  async tokenOf(connection: Connection): Promise<string | undefined> {
    const { tokenStore, cloud, log } = this.#options;
    try {
      return await tokenStore.get(connection.uuid, originOf(connection, cloud()));
    } catch (error) {
      if (!Failure.is(error)) throw error;
      log.warn(`${connection.connectionId}: ${error.message}`);
      return undefined;
    }
  }
}
