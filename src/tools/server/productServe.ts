import type { ServerContext } from '@modelcontextprotocol/server';
import type { Serve } from '../http/endpoint.ts';
import type { Credentials } from '../definition/access.ts';
import { combineFilters } from '../definition/toolsets.ts';
import { createProductCapabilities, lazyToolCalls } from './productCapabilities.ts';
import { acceptanceOf, clientOf } from '../http/authenticatedClient.ts';
import { type ToolServerConfig, version } from './toolServerConfig.ts';

/**
 * Serves the product over HTTP. Each request runs under its own token, and no state is kept between requests. The first
 * request loads the SDK.
 */
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
    onAccepted: acceptanceOf(context.http?.authInfo),
  };
}
