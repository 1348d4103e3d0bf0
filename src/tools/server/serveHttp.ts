import type { ServerContext } from '@modelcontextprotocol/server';
import { webAddressOf } from '../definition/configuration.ts';
import type { ListenOptions } from '../http/listenOptions.ts';
import { securityPagePath } from '../../core/brand.ts';
import { type ToolServerConfig, version } from './toolServerConfig.ts';
import type { Serve } from '../http/endpoint.ts';
import type { Credentials } from '../definition/access.ts';
import { combineFilters } from '../definition/toolsets.ts';
import { createProductCapabilities, lazyToolCalls } from './productCapabilities.ts';
import { clientOf } from '../http/authenticatedClient.ts';

export async function serveOverHttp(options: ListenOptions, config: ToolServerConfig): Promise<void> {
  const { listen } = await import('../http/toolHttp.ts');
  const serve = productServe(config);
  const { url, stop } = await listen(options, process.env.SERVICE_TLS_PASSPHRASE, {
    serve,
    tokenHelp: { page: tokenPageOf(config) },
    log: config.log,
  });
  process.stderr.write(`${JSON.stringify({ url })}\n`);
  const end = (): void => {
    stop();
    // The clients of calls in progress are disconnected, so the process need not wait for the calls.
    setTimeout(() => process.exit(0), 500).unref();
  };
  // Not `once`, which removes the listener before it runs: a library whose listener is then the only one left may end
  // the process by the signal.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

function tokenPageOf({ configuration: { platform } }: ToolServerConfig): string | undefined {
  return platform && `${webAddressOf(platform)}${securityPagePath}`;
}

/** Serves requests over HTTP, each under its own token and without state between them. The first one loads the SDK. */
export function productServe({ configuration, filter, log }: ToolServerConfig): Serve {
  const host = { callTool: lazyToolCalls(configuration, log, version), credentialsOf };
  const capabilitiesFor = createProductCapabilities(configuration, host, version);
  const loadSdk = async (): Promise<Serve> => {
    const { createServe } = await import('./protocol.ts');
    return createServe(({ filter: wanted }) => capabilitiesFor(combineFilters(filter, wanted)), log);
  };
  let serve: Promise<Serve> | undefined;
  return async (...request) => (await (serve ??= loadSdk()))(...request);
}

function credentialsOf(context: ServerContext): Credentials {
  const client = clientOf(context.http?.authInfo);
  return {
    token: client?.token,
    source: 'header',
    organization: client?.organization,
    onAccepted: client?.onAccepted,
  };
}
