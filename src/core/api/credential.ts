import { Buffer } from 'node:buffer';

/**
 * `basic`: the token as login with an empty password. Every server version takes it, 9.9 takes nothing else.
 * `bearer`: servers from 10.4 on and the cloud, whose v2 hosts take nothing else.
 */
export type AuthScheme = 'basic' | 'bearer';

/** The value of the `Authorization` header. */
export function authorization(scheme: AuthScheme, token: string): string {
  return scheme === 'bearer' ? `Bearer ${token}` : `Basic ${Buffer.from(`${token}:`).toString('base64')}`;
}
