import * as http from 'node:http';
import * as https from 'node:https';
import type { SecureContext } from 'node:tls';
import { Failure } from '../../core/failures.ts';
import type { FindSecretPlace } from '../credentials/findSecretPlace.ts';
import { type ClientCertificate, secureContextOf, trustedAuthorities } from './certificates.ts';
import { type Config, readConfig } from './configFile.ts';
import { parseProxy, isWithoutProxy } from './proxyAddress.ts';
import {
  type SettingSource,
  type NetworkSettingValue,
  secretFor,
  secretNameOf,
  settingFor,
  wordsOfSource,
} from './resolveSettings.ts';
import type { SecretSetting } from './settingTable.ts';

export interface RouteProxy {
  /** Origin of the proxy, without credentials. */
  readonly origin: string;
  readonly hasCredentials: boolean;
  /** The variable or setting that names the proxy, for people. */
  readonly source: string;
}

/** The way from this process to one origin, as the settings of the network define it. */
export interface Route {
  readonly proxy: RouteProxy | undefined;
  /** Undefined for http, and for https with the authorities that Node trusts and without client certificate. */
  readonly secureContext: SecureContext | undefined;
  /** Keeps connections open for the next request. */
  readonly agent: http.Agent;
  /** Returns an agent for one request that may last for days. The agents above stay free for short requests. */
  ownAgent(): Promise<http.Agent>;
  /**
   * Returns the same route with the authorities of the operating system, or undefined if it has them already or the
   * user does not want them. The network uses it for later requests to the origin.
   */
  trustSystem(): Promise<Route | undefined>;
}

export interface RouteTarget {
  readonly url: URL;
  /**
   * Connect without proxy and client certificate. For an address that a platform names: the proxy would resolve the name
   * again, and the certificate is for the platform.
   */
  readonly isDirect: boolean;
}

export interface Network {
  /** @throws {Failure} `networkSettings`, or `storage` of a secret that cannot be read */
  routeTo(target: RouteTarget): Promise<Route>;
}

export interface NetworkOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly configFile: string;
  readonly place: FindSecretPlace;
}

/** Returns the network of this process. Reads the settings once, with the first request. */
export function createNetwork(options: NetworkOptions): Network {
  const routes = new Map<string, Promise<Route>>();
  let settings: Promise<Config> | undefined;
  return {
    routeTo: (target) => {
      const key = `${target.url.origin} ${target.isDirect}`;
      const known = routes.get(key);
      if (known) return known;
      settings ??= usableConfig(options.configFile);
      settings.catch(() => (settings = undefined));
      const onWidened = (wider: Route) => routes.set(key, Promise.resolve(wider));
      const route = new RouteFinder({ ...options, config: settings, target, onWidened }).find(false);
      routes.set(key, route);
      // A failed route is found again: the user may have corrected a file meanwhile.
      route.catch(() => routes.delete(key));
      return route;
    },
  };
}

async function usableConfig(path: string): Promise<Config> {
  try {
    return await readConfig(path);
  } catch (error) {
    if (!Failure.is(error)) throw error;
    throw new Failure('networkSettings', `${error.message}. Correct the file, or delete it`, {
      cause: error,
    });
  }
}

/** As the agents of Node, milliseconds: an idle connection is kept for this long. */
const idleMs = 5_000;
const pooled = { keepAlive: true, scheduling: 'lifo', timeout: idleMs } as const;

interface FinderOptions extends Pick<NetworkOptions, 'env' | 'place'> {
  readonly config: Promise<Config>;
  readonly target: RouteTarget;
  readonly onWidened: (route: Route) => void;
}

class RouteFinder {
  readonly #options: FinderOptions;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** @param withSystem whether to trust the authorities of the operating system */
  async find(withSystem: boolean): Promise<Route> {
    const proxy = this.#options.target.isDirect ? undefined : await this.#proxy();
    const { trust, secureContext } = await this.#tls(withSystem, proxy?.url.protocol === 'https:');
    const isHttps = this.#isHttps;
    const agentOf = async (pool: http.AgentOptions): Promise<http.Agent> => {
      if (!proxy) return isHttps ? new https.Agent(pool) : new http.Agent(pool);
      const { createProxyAgent } = await import('./proxyAgents.ts');
      return createProxyAgent(proxy.url, isHttps, { ...pool, ...(trust && { secureContext: trust }) });
    };
    return {
      proxy: proxy && {
        origin: proxy.url.origin,
        hasCredentials: proxy.url.username !== '',
        source: wordsOfSource(proxy.source),
      },
      secureContext: isHttps ? secureContext : undefined,
      agent: await agentOf(pooled),
      ownAgent: () => agentOf({}),
      trustSystem: async () => {
        if (withSystem || (await this.#setting('system-ca'))?.value === 'false') return undefined;
        const wider = await this.find(true);
        this.#options.onWidened(wider);
        return wider;
      },
    };
  }

  get #isHttps(): boolean {
    return this.#options.target.url.protocol === 'https:';
  }

  async #proxy(): Promise<{ readonly url: URL; readonly source: SettingSource } | undefined> {
    const { url } = this.#options.target;
    const setting = await this.#setting('proxy');
    if (!setting || isWithoutProxy(url, (await this.#setting('no-proxy'))?.value ?? '')) return undefined;
    const proxy = parseProxy(setting.value, setting.source);
    if (!proxy) return undefined;
    if (proxy.username !== '' && proxy.password === '') {
      const password = await this.#secret('proxy-password', proxy.origin);
      if (password !== undefined) proxy.password = encodeURIComponent(password);
    }
    return { url: proxy, source: setting.source };
  }

  /** Returns the settings of connections to the proxy (`trust`) and to the origin. Undefined: those of Node. */
  async #tls(
    withSystem: boolean,
    isHttpsProxy: boolean,
  ): Promise<{
    readonly trust: SecureContext | undefined;
    readonly secureContext: SecureContext | undefined;
  }> {
    if (!this.#isHttps && !isHttpsProxy) return { trust: undefined, secureContext: undefined };
    const { env, target } = this.#options;
    const ca = await trustedAuthorities(env, await this.#setting('ca-file'), withSystem);
    const client = this.#isHttps && !target.isDirect ? await this.#clientCertificate() : undefined;
    const trust = ca && (await secureContextOf(ca, undefined));
    return { trust, secureContext: client ? await secureContextOf(ca, client) : trust };
  }

  async #clientCertificate(): Promise<ClientCertificate | undefined> {
    const certificate = await this.#setting('client-certificate');
    if (!certificate) return undefined;
    return {
      certificate,
      key: await this.#setting('client-key'),
      passphrase: await this.#secret('client-passphrase', passphraseOrigin),
    };
  }

  async #setting(name: Parameters<typeof settingFor>[0]): Promise<NetworkSettingValue | undefined> {
    const { env, config, target } = this.#options;
    return settingFor(name, target.url, { env, config: await config });
  }

  /** @param origin the origin that the secret was stored for: a proxy gets no password of another one */
  async #secret(name: SecretSetting, origin: string): Promise<string | undefined> {
    const { env, config, place, target } = this.#options;
    const found = secretFor(name, target.url, { env, config: await config });
    if (!found) return undefined;
    if ('value' in found) return found.value;
    const forOrigin = 'file' in found.source ? found.source.origin : undefined;
    try {
      return await place(found.storedIn, secretNameOf(name, forOrigin))?.get(origin);
    } catch (error) {
      if (!Failure.is(error)) throw error;
      const reason = error.code === 'wrongOrigin' ? 'it was stored for another proxy' : error.message;
      throw new Failure(
        'networkSettings',
        `The secret ${name} cannot be read: ${reason}. Or run: service-cli config set ${name}`,
        { cause: error },
      );
    }
  }
}

/** Secrets are stored with the origin that may get them. A passphrase goes nowhere. */
export const passphraseOrigin = 'none:';
