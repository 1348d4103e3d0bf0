import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createProductCapabilities, lazyToolCalls } from './productCapabilities.ts';
import { createServer } from './protocolServer.ts';
import { StdioTransport } from './stdioTransport.ts';
import { type ToolServerConfig, version } from './toolServerConfig.ts';

/**
 * Serves one client on the pipes of this process, with the token of the environment or of service-cli's login. Ends
 * when the pipes end.
 */
export function serveOverStdio({ configuration, filter, log }: ToolServerConfig): void {
  const capabilities = createProductCapabilities(
    configuration,
    {
      callTool: lazyToolCalls(configuration, log, version, process.env),
      credentialsOf: () => ({ token: configuration.token, source: 'variable' }),
    },
    version,
  )(filter);
  const transport = new StdioTransport(process.stdin, process.stdout);
  const handle = serveStdio(() => createServer(capabilities), {
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
