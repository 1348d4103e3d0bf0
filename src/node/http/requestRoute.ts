import type { Agent, ClientRequest } from 'node:http';
import type { SecureContext } from 'node:tls';
import { Failure } from '../../core/failures.ts';
import type { Network, Route, RouteProxy, RouteTarget } from '../network/network.ts';
import { systemCodeOf } from '../systemError.ts';

/** The part of a request that depends on the way to the server. */
export interface RequestRoute {
  readonly options: {
    readonly agent?: Agent;
    readonly secureContext?: SecureContext;
    /** See `untilCancelled` in network/proxyAgents.ts. */
    readonly cancelled?: AbortSignal;
  };
  /** Call it as soon as the request exists: it makes a refusal of the proxy an error of the request. */
  readonly watch: (request: ClientRequest) => void;
}

interface RouteUse extends RouteTarget {
  readonly signal: AbortSignal | undefined;
  /** The request may last for days, so it must not share an agent. */
  readonly isLong?: boolean;
}

const directly: RequestRoute = { options: {}, watch: () => undefined };

/**
 * Makes a request on the way that the network finds; without a network, as Node or the editor does. When the server's
 * certificate is of an unknown authority, the request is made once more with the authorities of the operating system:
 * reading them takes a tenth of a second, and nothing has been sent before.
 *
 * Rejects as `attempt` does, and with a `Failure` for a fault of the proxy or of the network's settings.
 */
export async function withRoute<T>(
  network: Network | undefined,
  use: RouteUse,
  attempt: (route: RequestRoute) => Promise<T>,
): Promise<T> {
  if (!network) return attempt(directly);
  const route = await network.routeTo(use);
  try {
    return await follow(route, use, attempt);
  } catch (error) {
    const wider = isOfUnknownAuthority(error) ? await route.trustSystem() : undefined;
    if (!wider) throw error;
    return follow(wider, use, attempt);
  }
}

async function follow<T>(
  route: Route,
  { url, signal, isLong = false }: RouteUse,
  attempt: (route: RequestRoute) => Promise<T>,
): Promise<T> {
  const { secureContext, proxy } = route;
  const options = {
    agent: isLong ? await route.ownAgent() : route.agent,
    ...(secureContext && { secureContext }),
  };
  if (!proxy) return attempt({ ...directly, options });
  const watch = watchProxy(proxy, url);
  try {
    return await attempt({
      options: { ...options, ...(signal && { cancelled: signal }) },
      watch: (request) => watch.start(request),
    });
  } catch (error) {
    throw watch.faultOf(error, signal);
  }
}

/** Distinguishes the faults of a proxy from those of the server behind it. */
function watchProxy({ origin, source, hasCredentials }: RouteProxy, { protocol, host }: URL) {
  const name = `The proxy ${origin} (from ${source})`;
  const isTunnel = protocol === 'https:';
  /** Whether an error can only be one of the server: in a tunnel, or after an answer. */
  let isThrough = false;
  const refusal = (status: number | undefined): Failure => {
    if (status === 407)
      return new Failure(
        'proxyCredentials',
        `${name} ${hasCredentials ? 'does not accept the given' : 'requires a'} user name and password (407)`,
      );
    const isRefused = status === undefined || status < 500;
    return new Failure(
      'proxy',
      `${name} ${isRefused ? 'refused to connect' : 'could not connect'} to ${host} (${status})`,
    );
  };
  return {
    start(request: ClientRequest): void {
      // The agents emit this when the proxy has answered to CONNECT, and when they are connected to a proxy that forwards.
      request.once('proxyConnect', ({ statusCode }: { readonly statusCode?: number }) => {
        // The library would hand on another answer of the proxy as if the server had given it.
        if (isTunnel && statusCode !== 200) request.destroy(refusal(statusCode));
        else isThrough = isTunnel;
      });
      request.prependOnceListener('response', (message) => {
        if (!isTunnel && message.statusCode === 407) {
          request.emit('error', refusal(407));
          message.destroy();
        }
        isThrough = true;
      });
    },
    faultOf(error: unknown, signal: AbortSignal | undefined): unknown {
      if (isThrough || Failure.is(error)) return error;
      const code = systemCodeOf(error);
      const what =
        signal?.aborted === true ? 'did not answer in time' : `could not be reached${code && ` (${code})`}`;
      return new Failure('proxy', `${name} ${what}`, { cause: error });
    },
  };
}

const unknownAuthority: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether a certificate was not trusted: that of the server, or of a proxy of https, whose failure has the cause. */
function isOfUnknownAuthority(error: unknown): boolean {
  return (
    error instanceof Error && (unknownAuthority.has(systemCodeOf(error)) || isOfUnknownAuthority(error.cause))
  );
}
