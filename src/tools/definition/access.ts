import { Api, type ApiOptions } from '../../core/api/client.ts';
import { listMyOrganizations } from '../../core/api/organizations.ts';
import { getSystemStatus } from '../../core/api/system.ts';
import { kindByPrefix } from '../../core/connections/token.ts';
import { Failure } from '../../core/failures.ts';
import type { Http } from '../../core/http.ts';
import type { Log } from '../../core/log.ts';
import { Problem } from '../answers/problem.ts';
import { type Place, remedies, remedyOf, type TokenSource } from '../answers/remedies.ts';
import type { Configuration, Platform } from '../launch/configuration.ts';
import type { Call } from './tool.ts';

/** Who calls. Over stdio always the same, over HTTP of each request. */
export interface Credentials {
  readonly token: string | undefined;
  readonly source: TokenSource;
  /** Of the request; only where the configuration leaves it open. */
  readonly organization?: string | undefined;
  /** Called when a tool has got its answer from the platform with this token. */
  readonly onAccepted?: (() => void) | undefined;
}

interface AccessOptions {
  readonly configuration: Configuration;
  readonly http: Http;
  readonly log: Log;
  readonly userAgent: string;
  /**
   * The login of the person who started this process. Never over HTTP: whoever reached the port would be that person.
   * Rejects with a `Problem`.
   */
  readonly findLogin?: (() => Promise<LoggedIn | undefined>) | undefined;
}

/** A platform with a token that was given for it. */
export interface LoggedIn {
  readonly platform: Platform;
  readonly token: string;
}

/**
 * The one place that turns a configuration and a caller's credential into calls of the platform, or into the problem
 * that stands in the way. Nothing is asked of the platform before the first call of a tool.
 */
export class Access {
  readonly #options: AccessOptions;
  #login: LoggedIn | undefined;

  constructor(options: AccessOptions) {
    this.#options = options;
  }

  /** Throws a `Problem`, or the `Failure` of asking for the organizations to choose from. */
  async open(
    credentials: Credentials,
    { signal, progress }: Pick<Call, 'signal' | 'progress'>,
  ): Promise<Call> {
    const { problems, tokenProblem } = this.#options.configuration;
    const ofToken = credentials.source === 'variable' ? tokenProblem : undefined;
    if (problems.length > 0) throw new Problem(wordsOf([...problems, ofToken]));
    const { platform, token } = await this.#whereAndWho(credentials);
    const place = placeOf(platform);
    const kind = kindByPrefix(token);
    if (kind !== undefined && kind !== 'user') throw new Problem(remedies.wrongTokenKind(place, kind));
    const api = this.#api(place.url, platform.kind, token);
    const shared = { api, token, signal, progress };
    if (platform.kind === 'server')
      return {
        ...shared,
        v2: api,
        target: { kind: 'server', serverUrl: platform.url },
        organization: undefined,
      };
    const organization = platform.organization ?? credentials.organization;
    if (organization === undefined)
      throw new Problem(remedies.noOrganization(await listMyOrganizations(api, { signal })));
    return {
      ...shared,
      v2: this.#api(platform.hosts.api, 'cloud', token),
      target: { kind: 'cloud', organizationKey: organization, region: platform.region },
      organization,
    };
  }

  /** A token goes to the platform that it was given for: of both together, or of the login. */
  async #whereAndWho({ token, source }: Credentials): Promise<LoggedIn> {
    const { platform, tokenProblem } = this.#options.configuration;
    if (token !== undefined) {
      if (!platform) throw new Problem(remedies.noPlatform);
      return { platform, token };
    }
    // Looked up until there is one, so that a login needs no restart.
    if (source === 'variable') this.#login ??= await this.#options.findLogin?.();
    const login = this.#login;
    if (login && (!platform || placeOf(platform).url === placeOf(login.platform).url))
      return { platform: platform ?? login.platform, token: login.token };
    const missing = platform ? remedies.noToken(placeOf(platform), source) : remedies.noPlatform;
    const elsewhere = login && remedies.loginElsewhere(placeOf(login.platform));
    const reasons = source === 'variable' ? [tokenProblem, missing, elsewhere] : [missing];
    throw new Problem(wordsOf(reasons));
  }

  /** The answer to a failed call. A server that is starting refuses good tokens and keys, so it is asked first. */
  async explain(error: unknown): Promise<string> {
    if (error instanceof Problem) return error.message;
    const login = this.#login;
    const platform = this.#options.configuration.platform ?? login?.platform;
    if (!platform || !Failure.is(error)) throw error;
    const place = placeOf(platform);
    const doubtful = error.code === 'unauthorized' || error.code === 'notFound';
    const status = doubtful && platform.kind === 'server' ? await this.#statusOf(place) : 'UP';
    if (status !== 'UP') return remedies.starting(place, status);
    if (error.code !== 'unauthorized' || !login) return remedyOf(error, place);
    // There may be a newer one by the next call.
    this.#login = undefined;
    return `${remedyOf(error, place)} ${remedies.loginAgain}`;
  }

  async #statusOf(place: Place): Promise<string> {
    try {
      const api = this.#api(place.url, 'server', undefined);
      return (await getSystemStatus(api, { timeoutMs: 3_000 })).status;
    } catch (error) {
      // The first failure is told, not the one of asking why.
      this.#options.log.debug(`system/status: ${String(error)}`);
      return 'UP';
    }
  }

  #api(baseUrl: string, kind: Platform['kind'], token: string | undefined): Api {
    const { http, log, userAgent } = this.#options;
    const scheme: ApiOptions['scheme'] = kind === 'cloud' ? 'bearer' : 'basic';
    return new Api({ http, log, baseUrl, userAgent, scheme, ...(token !== undefined && { token }) });
  }
}

function wordsOf(reasons: readonly (string | undefined)[]): string {
  return reasons.filter((reason) => reason !== undefined).join('\n');
}

function placeOf(platform: Platform): Place {
  return { kind: platform.kind, url: platform.kind === 'server' ? platform.url : platform.hosts.web };
}
