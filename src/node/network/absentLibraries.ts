/** Replaces `debug` in the bundles: if DEBUG is set, agents for proxies would write credentials and headers to it. */
export default function createDebug(): () => void {
  return () => undefined;
}

/** Takes the place of the library `proxy-agent-negotiate`. Kerberos is switched off, so it is never called. */
export function createNegotiateAuth(): never {
  throw new Error('Kerberos is not supported');
}
