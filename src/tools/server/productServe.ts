import type { ServerContext } from '@modelcontextprotocol/server';
import type { Credentials } from '../definition/access.ts';
import type { Serve } from '../http/endpoint.ts';
import { lazyToolCalls } from '../definition/lazyToolCalls.ts';
import { createProductCapabilities } from './productCapabilities.ts';
import { acceptanceOf, clientBehind, createServe } from './serveRequests.ts';
import { combineFilters } from '../definition/toolFilter.ts';
import type { ToolServerConfig } from './toolServerConfig.ts';
import { version } from './version.ts';

/** Serves the product over HTTP. Each request runs under its own token, and no state is kept between requests. */
export function productServe({ configuration, filter, log }: ToolServerConfig): Serve {
  const host = { callTool: lazyToolCalls(configuration, log, version), credentialsOf };
  const capabilitiesFor = createProductCapabilities(configuration, host, version);
  return createServe(({ filter: wanted }) => capabilitiesFor(combineFilters(filter, wanted)), log);
}

function credentialsOf(context: ServerContext): Credentials {
  const client = clientBehind(context.http?.authInfo);
  return {
    token: client?.token,
    source: 'header',
    organization: client?.organization,
    onAccepted: acceptanceOf(context.http?.authInfo),
  };
}
