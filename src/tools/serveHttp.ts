import { createMcpHandler, type ServerContext } from '@modelcontextprotocol/server';
import type { Credentials } from './access.ts';
import type { Caller } from './http/caller.ts';
import type { Options } from './launch/options.ts';
import { lazyToolCalls } from './lazyToolCalls.ts';
import { createProductOffer } from './productOffer.ts';
import { createServer } from './protocol/server.ts';
import { narrowed } from './selection.ts';
import type { Surroundings } from './surroundings.ts';
import { version } from './version.ts';

/** Any number of clients, each request under its own token; nothing is kept between two of them. */
export async function serveOverHttp(
  options: Options,
  { configuration, narrowing, log }: Surroundings,
): Promise<void> {
  const host = { callTool: lazyToolCalls(configuration, log, version), credentialsOf };
  const offerFor = createProductOffer(configuration, host, version);
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(offerFor(narrowed(narrowing, callerOf(authInfo)?.narrowing ?? {}))),
    {
      onerror: (error) => {
        log.warn(error.message);
      },
    },
  );
  const { listen } = await import('./chunks/toolHttp.ts');
  const { url, stop } = await listen(
    options,
    process.env.SERVICE_TLS_PASSPHRASE,
    (request, parsedBody, caller) =>
      handler.fetch(request, {
        parsedBody,
        authInfo: { token: caller.token, clientId: '', scopes: [], extra: { caller } },
      }),
    log,
  );
  process.stderr.write(`${JSON.stringify({ url })}\n`);
  const end = (): void => {
    stop();
    // Calls under way have lost their clients.
    setTimeout(() => process.exit(0), 500).unref();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

type AuthInfo = NonNullable<ServerContext['http']>['authInfo'];

function callerOf(authInfo: AuthInfo): Caller | undefined {
  return authInfo?.extra?.caller as Caller | undefined;
}

function credentialsOf({ http }: ServerContext): Credentials {
  const caller = callerOf(http?.authInfo);
  return { token: caller?.token, source: 'header', organization: caller?.organization };
}
