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
): Promise<{ servers: HttpServer[]; port: number }> {
  for (const candidate of candidates) {
    const first = newServer();
    const port = await portOf(first, candidate, '127.0.0.1');
    if (typeof port !== 'number') continue;
    const second = newServer();
    const other = await portOf(second, port, '::1');
    if (other === port) return { servers: [first, second], port };
    if (other === 'noSuchAddress') return { servers: [first], port };
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
