import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

const wellKnown = '/.well-known/oauth-protected-resource';

/** The server's advice to clients about its tokens. */
export interface TokenHelp {
  /** The page of the platform on which a user creates a token; undefined while no platform is configured. */
  readonly page: string | undefined;
}

/** Whether a path is one of the two at which clients look for the metadata of `/mcp` (RFC 9728, section 3.1). */
export function isMetadataPath(path: string): boolean {
  return path === `${wellKnown}/mcp` || path === wellKnown;
}

/** Returns the metadata of RFC 9728, section 2: no authorization server, but the page on which users create tokens. */
export function protectedResourceMetadata(request: IncomingMessage, { page }: TokenHelp): unknown {
  return {
    resource: `${originOf(request)}/mcp`,
    resource_name: 'Service code quality',
    bearer_methods_supported: ['header'],
    ...(page !== undefined && { resource_documentation: page }),
  };
}

/** Returns the value of `WWW-Authenticate` (RFC 6750, section 3). A request without credentials gets no error code. */
export function challengeFor(request: IncomingMessage, help: TokenHelp | undefined): string {
  return [
    'Bearer realm="service"',
    ...(request.headers.authorization === undefined ? [] : ['error="invalid_request"']),
    ...(help ? [`resource_metadata="${originOf(request)}${wellKnown}/mcp"`] : []),
  ].join(', ');
}

/** Returns the origin that the client used. The endpoint has checked its host, so it cannot end a quoted string. */
function originOf({ socket, headers: { host = 'localhost' } }: IncomingMessage): string {
  return `${socket instanceof TLSSocket ? 'https' : 'http'}://${host.replace(/[^\w.:[\]-]/g, '')}`;
}
