import type { IncomingHttpHeaders } from 'node:http';
import { isCrossOrigin } from '../../node/http/server/requestGuard.ts';

/** The answer to a request that is refused before its content is read. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Admission {
  /** Whether a name in the Host header belongs to this server. The check stops pages that rebind DNS. */
  readonly isOwnHost: (name: string) => boolean;
  /** Hosts whose pages may call the server, with or without a port. */
  readonly allowedOrigins: readonly string[];
}

export const foreignHost: Refusal = {
  status: 403,
  message:
    'The Host header does not name a host of this tool server. To accept the host, pass --allowed-host.',
};

/**
 * Whether the Origin header names a page that is not allowed: neither of this server's own address nor of a host that the
 * user named. A page of another port of this machine is foreign, because any program can serve one. Only browsers send an
 * Origin. `null`, which sandboxed pages send, is refused too.
 */
export function isForeignOrigin(headers: IncomingHttpHeaders, { allowedOrigins }: Admission): boolean {
  const { origin } = headers;
  if (origin === undefined || !isCrossOrigin(headers)) return false;
  if (!URL.canParse(origin)) return true;
  const { hostname, host } = new URL(origin);
  return !allowedOrigins.includes(hostname) && !allowedOrigins.includes(host);
}

export const foreignOrigin: Refusal = {
  status: 403,
  message:
    'Pages of this origin cannot call this tool server. To allow them, pass the host with --allowed-origin.',
};

export function corsHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Expose-Headers': 'WWW-Authenticate',
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, SERVICE_ORG, SERVICE_TOOLSETS, SERVICE_READ_ONLY',
    Vary: 'Origin',
  };
}
