import type { IncomingHttpHeaders } from 'node:http';
import { isCrossOrigin, isForeignHost } from '../../node/http/server/requestGuard.ts';
import { jsonReply } from './json.ts';
import type { Reply } from './server.ts';

const harmless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The refusal of a request that a foreign web page sent, which a real server leaves to its proxy: one under a name that is
 * not the platform's (DNS rebinding), and one of another origin that changes something. A browser may add a session or a
 * password that it remembers to both. Undefined: let pass.
 */
export function refuseForeign(
  headers: IncomingHttpHeaders,
  method: string,
  isOwnHost: (name: string) => boolean,
): Reply | undefined {
  if (isForeignHost(headers, isOwnHost))
    return refusal(
      'The Host header names no host of this platform. Add it with --allowed-host if it is one.',
    );
  // A proxy may have changed the Host header; the browser itself says where a request comes from.
  const isOwnPage = headers['sec-fetch-site'] === 'same-origin';
  if (!harmless.has(method) && !isOwnPage && isCrossOrigin(headers))
    return refusal('Pages of another origin may change nothing here.');
  return undefined;
}

const refusal = (message: string): Reply => jsonReply(403, { errors: [{ msg: message }] });
