import { webAddressOf } from '../definition/configuration.ts';
import type { ListenOptions } from '../http/listenOptions.ts';
import { productServe } from './productServe.ts';
import { securityPagePath } from '../../core/brand.ts';
import type { ToolServerConfig } from './toolServerConfig.ts';

/** Serves any number of clients until the process gets SIGTERM or SIGINT. */
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
