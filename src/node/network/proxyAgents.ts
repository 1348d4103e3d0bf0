import type { Agent, AgentOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';

interface ProxyAgentOptions extends AgentOptions {
  /** For a proxy of https. It has no client certificate: that one is for the platform. */
  readonly secureContext?: SecureContext;
}

/** Returns an agent that tunnels https (CONNECT) and forwards http. Without a proxy, this module is never loaded. */
export function createProxyAgent(proxy: URL, isHttps: boolean, options: ProxyAgentOptions): Agent {
  return isHttps ? new TunnelAgent(proxy, options) : new ForwardAgent(proxy, options);
}

class TunnelAgent extends HttpsProxyAgent<string> {
  override connect(...call: Parameters<HttpsProxyAgent<string>['connect']>): Promise<Socket> {
    return untilCancelled(this, call[1], () => super.connect(...call));
  }
}

class ForwardAgent extends HttpProxyAgent<string> {
  override connect(...call: Parameters<HttpProxyAgent<string>['connect']>): Promise<Socket> {
    return untilCancelled(this, call[1], () => super.connect(...call));
  }
}

/**
 * Ends the connection to the proxy when the request is cancelled before the proxy has answered. The libraries would go
 * on waiting, for minutes if the proxy is silent, and keep the process alive. Node passes the signal of a request to no
 * agent, so the request has it in the option `cancelled` too.
 */
async function untilCancelled(
  agent: Pick<TunnelAgent | ForwardAgent, 'connectOpts'>,
  options: object,
  connect: () => Promise<Socket>,
): Promise<Socket> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const signal =
    'cancelled' in options && options.cancelled instanceof AbortSignal ? options.cancelled : undefined;
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end, { once: true });
  try {
    // The libraries read these options before `connect` returns, so each connection gets its own signal.
    agent.connectOpts = { ...agent.connectOpts, signal: ending.signal };
    return await connect();
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
