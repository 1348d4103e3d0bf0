import type { IncomingHttpHeaders } from 'node:http';

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

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopbackName(name: string): boolean {
  return loopback.has(name);
}

/** Of `name:port`; undefined for what is none. */
function hostnameOf(host: string): string | undefined {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname, username, search } = new URL(url);
  return pathname === '/' && username === '' && search === '' ? hostname : undefined;
}

export function refuseForeignHost(
  { host }: IncomingHttpHeaders,
  { isOwnHost }: Admission,
): Refusal | undefined {
  const name = host === undefined ? undefined : hostnameOf(host);
  if (name !== undefined && isOwnHost(name)) return undefined;
  return {
    status: 403,
    message: 'The Host header names no host of this tool server. Add it with --allowed-host if it is one.',
  };
}

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
