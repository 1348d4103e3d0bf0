import type { IncomingHttpHeaders } from 'node:http';
import { isCrossOrigin, isForeignHost } from '../../node/http/server/requestGuard.ts';
import { jsonReply } from './json.ts';
import type { Reply } from './server.ts';

const harmless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the refusal of a request that a foreign web page sent, or undefined for an allowed request. Refused are
 * requests under a name that does not belong to the platform (DNS rebinding), and requests of another origin that
 * change data. A browser may add a session or a stored password to both. A real server leaves this check to its proxy.
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
  // A proxy may have changed the Host header, so the browser's own statement about the origin counts too.
  const isOwnPage = headers['sec-fetch-site'] === 'same-origin';
  if (!harmless.has(method) && !isOwnPage && isCrossOrigin(headers))
    return refusal('Pages of another origin may change nothing here.');
  return undefined;
}

const refusal = (message: string): Reply => jsonReply(403, { errors: [{ msg: message }] });
