/** Replaces the library `proxy-agent-negotiate` in the bundles. Kerberos is switched off, so it is never called. */
export function createNegotiateAuth(): never {
  throw new Error('Kerberos is not supported');
}
