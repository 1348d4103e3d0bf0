import type { AuthInfo } from '@modelcontextprotocol/server';
import type { AuthenticatedClient } from '../http/authenticatedClient.ts';

/** Returns the client that `createServe` attached to the request. */
export function clientBehind(authInfo: AuthInfo | undefined): AuthenticatedClient | undefined {
  return authInfo?.extra?.client as AuthenticatedClient | undefined;
}

/**
 * Returns the callback that `createServe` attached: to be called when the platform has accepted the client's token.
 */
export function acceptanceOf(authInfo: AuthInfo | undefined): (() => void) | undefined {
  return authInfo?.extra?.onAccepted as (() => void) | undefined;
}
