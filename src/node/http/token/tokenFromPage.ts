import type { Clock } from '../../../core/clock.ts';
import { withDeadline } from '../../../core/deadline.ts';
import { Failure } from '../../../core/failures.ts';
import { listenForToken, type TokenCallbackOptions, type TokenHandOver } from './tokenCallback.ts';

/** How long somebody may take to say yes on the page. */
export const handOverPatienceMs = 5 * 60_000;

/** The person's browser, which need not run on the machine that this code runs on. */
export interface Browser {
  /** The address by which it reaches one of this machine. */
  readonly addressFor: (own: string) => Promise<string>;
  /** Whether the page was opened. */
  readonly open: (url: string) => Promise<boolean>;
}

interface TokenFromPageOptions extends TokenCallbackOptions {
  readonly browser: Browser;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * A token without copying one: opens the platform's page, where the person says yes, and takes the token that it sends.
 * Rejects with `unreachable` where the browser cannot send anything here, `busy` where no port is free, `timeout` when
 * nobody says yes in time, and `cancelled` when the page was not opened or the signal aborts.
 */
export async function tokenFromPage(options: TokenFromPageOptions): Promise<TokenHandOver> {
  const { browser, clock, signal } = options;
  const callback = await listenForToken(options);
  try {
    return await withDeadline({ clock, ms: handOverPatienceMs, signal }, async () => {
      const port = await portFor(browser, callback.port);
      if (!(await browser.open(callback.pageUrlAt(port))))
        throw new Failure('cancelled', 'the page was not opened');
      return callback.token;
    });
  } finally {
    callback.stop();
  }
}

/** Under which number the browser finds a port of this machine. */
async function portFor({ addressFor }: Browser, own: number): Promise<number> {
  const { hostname, pathname, port } = new URL(await addressFor(`http://127.0.0.1:${own}/`));
  // The platform's page sends to ports of the browser's own machine and to nothing else.
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new Failure('unreachable', `the browser sees this machine as ${hostname}`);
  // An editor in a browser passes ports on below a path, which the page knows nothing of; on one machine none is needed.
  return pathname === '/' ? Number(port || 80) : own;
}
