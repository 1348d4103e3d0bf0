import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackName } from '../../node/http/server/requestGuard.ts';

/** A request refused before anybody looked at what it asks for. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Admission {
  /** Whether a name of the Host header is one of ours: what keeps a page that rebinds DNS from calling. */
  readonly isOwnHost: (name: string) => boolean;
  /** Hosts whose pages may call, beyond those of the loopback. */
  readonly allowedOrigins: readonly string[];
}

export const foreignHost: Refusal = {
  status: 403,
  message: 'The Host header names no host of this tool server. Add it with --allowed-host if it is one.',
};

/** Only browsers send an origin. `null`, which sandboxed pages send, is refused like every stranger. */
export function isForeignOrigin({ origin }: IncomingHttpHeaders, { allowedOrigins }: Admission): boolean {
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const { hostname, host } = new URL(origin);
  return !isLoopbackName(hostname) && !allowedOrigins.includes(hostname) && !allowedOrigins.includes(host);
}

export const foreignOrigin: Refusal = {
  status: 403,
  message:
    'Pages of this origin may not call this tool server. Add its host with --allowed-origin if they may.',
};

/** What a browser needs to hear before and with an answer to an allowed page. */
export function corsHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, SERVICE_ORG, SERVICE_TOOLSETS, SERVICE_READ_ONLY',
    Vary: 'Origin',
  };
}
