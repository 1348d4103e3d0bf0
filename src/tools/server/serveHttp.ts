import type { Options } from '../launch/options.ts';
import { productServe } from './productServe.ts';
import type { Surroundings } from './surroundings.ts';

/** Any number of clients, until the process is told to end. */
export async function serveOverHttp(options: Options, surroundings: Surroundings): Promise<void> {
  const { listen } = await import('../chunks/toolHttp.ts');
  const serve = productServe(surroundings);
  const { url, stop } = await listen(options, process.env.SERVICE_TLS_PASSPHRASE, serve, surroundings.log);
  process.stderr.write(`${JSON.stringify({ url })}\n`);
  const end = (): void => {
    stop();
    // Calls under way have lost their clients.
    setTimeout(() => process.exit(0), 500).unref();
  };
  // Not `once`: a library that listens as well may take its own for the last listener, and end the process by the signal.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
