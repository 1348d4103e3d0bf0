// First, because the SDK creates its schemas when it is loaded.
import './interpretSchemas.ts';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../../core/log.ts';
import type { Capabilities } from './capabilities.ts';
import type { JsonLines } from './jsonLines.ts';
import { createServer } from './protocolServer.ts';
import { StdioTransport } from './stdioTransport.ts';

/** This file is a separate bundle with the SDK, which is loaded when it is needed. */
export { createServe } from './serveRequests.ts';

interface SdkOptions {
  readonly lines: JsonLines;
  /** The request that began the connection, if it was answered already. */
  readonly opening: JSONRPCRequest | undefined;
  readonly capabilities: Capabilities;
  readonly log: Log;
}

interface SdkServer {
  readonly receive: (value: unknown) => void;
  readonly close: () => void;
}

/** Serves one client with the SDK, which first processes the request that was answered already. */
export async function serveWithSdk({ lines, opening, capabilities, log }: SdkOptions): Promise<SdkServer> {
  const transport = new StdioTransport(lines);
  const handle = serveStdio(() => createServer(capabilities), {
    transport,
    onerror: (error) => {
      log.warn(error.message);
    },
  });
  if (opening) await transport.replay(opening);
  return {
    receive: (value) => {
      transport.receive(value);
    },
    close: () => void handle.close(),
  };
}
