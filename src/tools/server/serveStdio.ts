import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { lazyToolCalls } from '../definition/lazyToolCalls.ts';
import { createProductOffer } from './productOffer.ts';
import { createServer } from '../protocol/server.ts';
import { StdioTransport } from '../protocol/stdioTransport.ts';
import type { Surroundings } from './surroundings.ts';
import { version } from './version.ts';

/** One client on the pipes of this process, under the token of its environment or of service-cli's login. Ends with them. */
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
  // Not `once`: a library that listens as well may take its own for the last listener, and end the process by the signal.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  void transport.ended.then(() => {
    // Calls were aborted and nothing keeps the process alive; should something do so, it is not waited for.
    setTimeout(() => process.exit(0), 500).unref();
  });
}
