import { lookup } from 'node:dns/promises';
import { Failure } from '../../core/failures.ts';

/** Returns all addresses of a host as this machine resolves it. Rejects with `unknownHost` if the host is unknown. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new Failure('unknownHost', `${host} is not known`, { cause });
  });
  return found.map(({ address }) => address);
}
