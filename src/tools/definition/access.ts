import type { CallToolResult } from '@modelcontextprotocol/server';
import { Api, type ApiOptions } from '../../core/api/client.ts';
import { listMyOrganizations } from '../../core/api/organizations.ts';
import { getSystemStatus } from '../../core/api/system.ts';
import { unreadyState, type UnreadyState } from '../../core/connections/check.ts';
import { kindByPrefix } from '../../core/connections/token.ts';
import { Failure } from '../../core/failures.ts';
import type { Http } from '../../core/http.ts';
import type { Log } from '../../core/log.ts';
import { type PlatformAddress, fixes, fixOf, type TokenSource, Problem } from './fixes.ts';
import { type Configuration, type Platform, webAddressOf } from './configuration.ts';
import type { Call } from './tool.ts';

/** The client's credentials: the same for every call over stdio, those of the request over HTTP. */
export interface Credentials {
  readonly token: string | undefined;
  readonly source: TokenSource;
  /** Organization of the request; used only when the configuration does not set one. */
  readonly organization?: string | undefined;
  /** Called when the platform has answered a tool's request made with this token. */
  readonly onAccepted?: (() => void) | undefined;
}

export interface ToolCall extends Pick<Call, 'progress'> {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly credentials: Credentials;
  /** Aborted when the client cancels the call or closes the connection. */
  readonly signal: AbortSignal;
}

/** Makes a tool call. Never rejects: an error is an `isError` result that states what to do. */
export type CallTool = (call: ToolCall) => Promise<CallToolResult>;

interface AccessOptions {
  readonly configuration: Configuration;
  readonly http: Http;
  readonly log: Log;
  readonly userAgent: string;
  /**
   * Returns the login of the user who started this process. Rejects with a `Problem`. Absent over HTTP, where every
   * client that reaches the port would act as that user.
   */
  readonly findLogin?: (() => Promise<LoggedIn | undefined>) | undefined;
}

export interface LoggedIn {
  readonly platform: Platform;
  readonly token: string;
}

/** Turns configuration and credentials into a `Call`, as no other code does. Sends no request before the first call. */
export class Access {
  readonly #options: AccessOptions;
  #login: LoggedIn | undefined;

  constructor(options: AccessOptions) {
    this.#options = options;
  }

  /**
   * Returns the context of a tool call for these credentials.
   * @throws {Problem} when a variable is invalid, the platform, the token or the organization is missing, or the token
   *   is of the wrong kind.
   * @throws {Failure} of the request for the organizations to choose from.
   */
  async open(
    credentials: Credentials,
    { signal, progress }: Pick<ToolCall, 'signal' | 'progress'>,
  ): Promise<Call> {
    const { problems, tokenProblem } = this.#options.configuration;
    const ofToken = credentials.source === 'variable' ? tokenProblem : undefined;
    if (problems.length > 0) throw new Problem(joinReasons([...problems, ofToken]));
    const { platform, token } = await this.#platformAndToken(credentials);
    const address = addressOf(platform);
    const kind = kindByPrefix(token);
    if (kind !== undefined && kind !== 'user') throw new Problem(fixes.wrongTokenKind(address, kind));
    const api = this.#api(address.url, platform.kind, token).with({ signal });
    const shared = { api, token, progress };
    if (platform.kind === 'server')
      return {
        ...shared,
        v2: api,
        target: { kind: 'server', serverUrl: platform.url },
        organization: undefined,
      };
    const organization = platform.organization ?? credentials.organization;
    if (organization === undefined) throw new Problem(fixes.noOrganization(await listMyOrganizations(api)));
    return {
      ...shared,
      v2: this.#api(platform.hosts.api, 'cloud', token).with({ signal }),
      target: { kind: 'cloud', organizationKey: organization, region: platform.region },
      organization,
    };
  }

  /**
   * Returns the platform and the token. A token goes only to the platform that it was given for: both come from the
   * configuration and the client, or both from the login.
   */
  async #platformAndToken({ token, source }: Credentials): Promise<LoggedIn> {
    const { platform, tokenProblem } = this.#options.configuration;
    if (token !== undefined) {
      if (!platform) throw new Problem(fixes.noPlatform);
      return { platform, token };
    }
    // Looked up until a login is found, so that the user need not restart after logging in.
    if (source === 'variable') this.#login ??= await this.#options.findLogin?.();
    const login = this.#login;
    if (login && (!platform || addressOf(platform).url === addressOf(login.platform).url))
      return { platform: platform ?? login.platform, token: login.token };
    const missing = platform ? fixes.noToken(addressOf(platform), source) : fixes.noPlatform;
    const elsewhere = login && fixes.loginElsewhere(addressOf(login.platform));
    const reasons = source === 'variable' ? [tokenProblem, missing, elsewhere] : [missing];
    throw new Problem(joinReasons(reasons));
  }

  /**
   * Returns the text of the answer to a failed call. A server that is starting refuses valid tokens and keys, so its
   * status is requested first.
   * @throws the error itself if it is neither a `Problem` nor a `Failure`, or if the platform is unknown.
   */
  async explain(error: unknown): Promise<string> {
    if (error instanceof Problem) return error.message;
    const login = this.#login;
    const platform = this.#options.configuration.platform ?? login?.platform;
    if (!platform || !Failure.is(error)) throw error;
    const address = addressOf(platform);
    const doubtful = error.code === 'unauthorized' || error.code === 'notFound';
    const unready = doubtful && platform.kind === 'server' ? await this.#unreadyState(address) : undefined;
    if (unready) return fixes.unready(address, unready);
    if (error.code !== 'unauthorized' || !login) return fixOf(error, address);
    // The user may have logged in again by the next call.
    this.#login = undefined;
    return `${fixOf(error, address)} ${fixes.loginAgain}`;
  }

  async #unreadyState(address: PlatformAddress): Promise<UnreadyState | undefined> {
    try {
      const api = this.#api(address.url, 'server', undefined).with({ timeoutMs: 3_000 });
      return unreadyState(await getSystemStatus(api));
    } catch (error) {
      // The answer reports the first failure, not the failure of this status request.
      this.#options.log.debug(`system/status: ${String(error)}`);
      return undefined;
    }
  }

  #api(baseUrl: string, kind: Platform['kind'], token: string | undefined): Api {
    const { http, log, userAgent } = this.#options;
    const scheme: ApiOptions['scheme'] = kind === 'cloud' ? 'bearer' : 'basic';
    return new Api({ http, log, baseUrl, userAgent, scheme, ...(token !== undefined && { token }) });
  }
}

function joinReasons(reasons: readonly (string | undefined)[]): string {
  return reasons.filter((reason) => reason !== undefined).join('\n');
}

function addressOf(platform: Platform): PlatformAddress {
  return { kind: platform.kind, url: webAddressOf(platform) };
}
