import type { ServerContext } from '@modelcontextprotocol/server';
import type { Credentials } from './access.ts';
import type { Options } from './launch/options.ts';
import { lazyToolCalls } from './lazyToolCalls.ts';
import { createProductOffer } from './productOffer.ts';
import { callerBehind, createServe } from './protocol/serve.ts';
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
  const serve = createServe(({ narrowing: wanted }) => offerFor(narrowed(narrowing, wanted)), log);
  const { listen } = await import('./chunks/toolHttp.ts');
  const { url, stop } = await listen(options, process.env.SERVICE_TLS_PASSPHRASE, serve, log);
  process.stderr.write(`${JSON.stringify({ url })}\n`);
  const end = (): void => {
    stop();
    // Calls under way have lost their clients.
    setTimeout(() => process.exit(0), 500).unref();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

function credentialsOf(context: ServerContext): Credentials {
  const caller = callerBehind(context.http?.authInfo);
  return { token: caller?.token, source: 'header', organization: caller?.organization };
}
