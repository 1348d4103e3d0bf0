import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { lazyToolCalls } from '../definition/lazyToolCalls.ts';
import { createProductOffer } from './productOffer.ts';
import { createServer } from '../protocol/server.ts';
import { StdioTransport } from '../protocol/stdioTransport.ts';
import type { Surroundings } from './surroundings.ts';
import { version } from './version.ts';

/**
 * Serves one client on the pipes of this process, with the token of the environment or of service-cli's login. Ends
 * when the pipes end.
 */
export function serveOverStdio({ configuration, narrowing, log }: Surroundings): void {
  const offer = createProductOffer(
    configuration,
    {
      callTool: lazyToolCalls(configuration, log, version, process.env),
      credentialsOf: () => ({ token: configuration.token, source: 'variable' }),
    },
    version,
  )(narrowing);
  const transport = new StdioTransport(process.stdin, process.stdout);
  const handle = serveStdio(() => createServer(offer), {
    transport,
    onerror: (error) => {
      log.warn(error.message);
    },
  });
  const end = (): void => void handle.close();
  // Not `once`: a library that listens as well may take its listener for the last one, and end the process by the
  // signal.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  void transport.ended.then(() => {
    // Calls were aborted, so the event loop should be empty. The timer ends the process where something still keeps it
    // alive.
    setTimeout(() => process.exit(0), 500).unref();
  });
}
