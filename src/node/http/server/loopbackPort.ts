import { Failure } from '../../../core/failures.ts';
import type { HttpServer } from './httpServer.ts';

/** The ports at which pages of a platform look for an editor on the machine of the browser. */
export const editorPorts: readonly number[] = Array.from({ length: 11 }, (_, index) => 64_120 + index);

/**
 * Listens on one port of both 127.0.0.1 and ::1. Some browsers resolve localhost to ::1: another program that has the
 * port there would get the requests to this one, so such a port is not used. A machine without IPv6 uses 127.0.0.1 only.
 *
 * @throws {Failure} `busy` when all ports are taken
 */
export async function listenOnLoopback(
  newServer: () => HttpServer,
  candidates: readonly number[],
): Promise<{ readonly port: number; readonly stop: () => void }> {
  for (const candidate of candidates) {
    const first = newServer();
    const port = await portOf(first, candidate, '127.0.0.1');
    if (typeof port !== 'number') continue;
    const second = newServer();
    const other = await portOf(second, port, '::1');
    if (other === port || other === 'noSuchAddress')
      return {
        port,
        stop: () => {
          for (const server of other === port ? [first, second] : [first]) void server.close();
        },
      };
    await first.close();
  }
  throw new Failure('busy', 'No port is free for the browser to answer to');
}

/** Returns the port on which the server listens now, or the reason why it does not. */
async function portOf(
  server: HttpServer,
  port: number,
  host: string,
): Promise<number | 'taken' | 'noSuchAddress'> {
  try {
    return (await server.listen(port, host)).port;
  } catch (error) {
    const { code } = (error as Failure).cause as NodeJS.ErrnoException;
    return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? 'noSuchAddress' : 'taken';
  }
}

/** Returns the headers of an answer to a page of this origin, which sends requests with this method. */
export const headersFor = (origin: string, method: 'GET' | 'POST') => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Methods': method,
  'Access-Control-Allow-Headers': 'Content-Type',
  // The browser asks for this permission before a public page may contact this machine.
  'Access-Control-Allow-Private-Network': 'true',
  'Content-Security-Policy': "default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Vary: 'Origin',
  Connection: 'close',
});
