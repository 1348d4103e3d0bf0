import type { Clock } from '../../../core/clock.ts';
import { withDeadline } from '../../../core/deadline.ts';
import { Failure } from '../../../core/failures.ts';
import { listenForToken, type TokenCallbackOptions, type TokenHandOver } from './tokenCallback.ts';

/** Time that the user has to approve on the page. */
export const handOverPatienceMs = 5 * 60_000;

/** The user's browser, which may run on another machine than this code. */
export interface Browser {
  /** Returns the address under which the browser reaches an address of this machine. */
  readonly addressFor: (own: string) => Promise<string>;
  readonly open: (url: string) => Promise<boolean>;
}

interface TokenFromPageOptions extends TokenCallbackOptions {
  readonly browser: Browser;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Gets a token without copying: opens the platform's page, where the user approves, and receives the token that the
 * page sends.
 *
 * @throws {Failure} `unreachable` when the browser cannot send to this machine, `busy` when all ports are taken,
 *   `timeout` when the user does not approve in time, and `cancelled` when the page was not opened or the signal
 *   aborts.
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

/** Returns the port number under which the browser reaches a port of this machine. */
async function portFor({ addressFor }: Browser, own: number): Promise<number> {
  const { hostname, pathname, port } = new URL(await addressFor(`http://127.0.0.1:${own}/`));
  // The platform's page sends only to ports of the browser's own machine.
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new Failure('unreachable', `the browser sees this machine as ${hostname}`);
  // An editor in a browser forwards ports below a path, which the page does not support. On the same machine no
  // forwarding is needed.
  return pathname === '/' ? Number(port || 80) : own;
}
