import { Buffer } from 'node:buffer';

/**
 * `basic` sends the token as login with an empty password. Every server version accepts it, and 9.9 accepts only this.
 * `bearer` works on servers from 10.4 on and on the cloud, and the cloud's v2 hosts accept only this.
 */
export type AuthScheme = 'basic' | 'bearer';

/** Returns the value of the `Authorization` header. */
export function authorization(scheme: AuthScheme, token: string): string {
  return scheme === 'bearer' ? `Bearer ${token}` : `Basic ${Buffer.from(`${token}:`).toString('base64')}`;
}
