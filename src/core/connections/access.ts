import { Api, type CallOptions } from '../api/client.ts';
import { Failure } from '../failures.ts';
import type { Http } from '../http.ts';
import type { Log } from '../log.ts';
import { checkConnection, type ConnectionState } from './check.ts';
import { baseUrlOf, type CloudAddresses, type Connection, originOf, type Target } from './connection.ts';

interface PlatformAccessOptions {
  readonly http: Http;
  readonly log: Log;
  readonly userAgent: string;
  readonly vault: { get(uuid: string, origin: string): Promise<string | undefined> };
  /** Read anew each time: a setting may point the cloud elsewhere. */
  readonly cloud: () => CloudAddresses;
}

/** The one place where a connection and its token become a Web API client. */
export class PlatformAccess {
  readonly #options: PlatformAccessOptions;

  constructor(options: PlatformAccessOptions) {
    this.#options = options;
  }

  /** Undefined when the token is missing; never an anonymous client. */
  async apiFor(connection: Connection): Promise<Api | undefined> {
    const token = await this.tokenOf(connection);
    return token === undefined ? undefined : this.#api(connection, token);
  }

  /** Rejects only with `cancelled`. */
  async checkConnection(connection: Connection, options?: CallOptions): Promise<ConnectionState> {
    return this.probe(connection, await this.tokenOf(connection), options);
  }

  /** Checks what is not stored (yet). Rejects only with `cancelled`. */
  probe(target: Target, token: string | undefined, options?: CallOptions): Promise<ConnectionState> {
    return checkConnection(target, token, this.#api(target, token), options);
  }

  /** A client with a token that is not stored (yet), for a wizard's questions. */
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

  /** A secret that cannot be had, for whatever reason, is a missing one: the person can enter it again. */
  async tokenOf(connection: Connection): Promise<string | undefined> {
    const { vault, cloud, log } = this.#options;
    try {
      return await vault.get(connection.uuid, originOf(connection, cloud()));
    } catch (error) {
      if (!Failure.is(error)) throw error;
      log.warn(`${connection.connectionId}: ${error.message}`);
      return undefined;
    }
  }
}
