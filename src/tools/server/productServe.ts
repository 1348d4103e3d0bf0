import type { ServerContext } from '@modelcontextprotocol/server';
import type { Credentials } from '../definition/access.ts';
import type { Serve } from '../http/endpoint.ts';
import { lazyToolCalls } from '../definition/lazyToolCalls.ts';
import { createProductOffer } from './productOffer.ts';
import { acceptanceOf, callerBehind, createServe } from '../protocol/serve.ts';
import { narrowed } from '../definition/selection.ts';
import type { Surroundings } from './surroundings.ts';
import { version } from './version.ts';

/** Serves the product over HTTP. Each request runs under its own token, and no state is kept between requests. */
export function productServe({ configuration, narrowing, log }: Surroundings): Serve {
  const host = { callTool: lazyToolCalls(configuration, log, version), credentialsOf };
  const offerFor = createProductOffer(configuration, host, version);
  return createServe(({ narrowing: wanted }) => offerFor(narrowed(narrowing, wanted)), log);
}

function credentialsOf(context: ServerContext): Credentials {
  const caller = callerBehind(context.http?.authInfo);
  return {
    token: caller?.token,
    source: 'header',
    organization: caller?.organization,
    onAccepted: acceptanceOf(context.http?.authInfo),
  };
}
