import { env, l10n, UIKind, Uri } from 'vscode';
import type { Clock } from '../../../core/clock.ts';
import type { Target } from '../../../core/connections/connection.ts';
import { Failure, messageOf } from '../../../core/failures.ts';
import { listenForToken, type TokenCallback, type TokenHandOver } from '../../../node/tokenCallback.ts';
import { failureTexts } from '../../failureTexts.ts';
import type { OpenBox } from '../../quickInput/askText.ts';
import type { WizardOptions } from './options.ts';

/** Shown on the platform's page and in its list of tokens. */
const clientName = 'Service for IDE';
const patienceMs = 5 * 60_000;

interface BrowserHandOver {
  /** Opens the platform's page and submits the token that it sends. Whatever goes wrong, the person may still paste one. */
  readonly start: (box: OpenBox) => Promise<void>;
  /** When a token that was handed over expires. */
  readonly expiryOf: (token: string) => string | undefined;
}

/**
 * A token without copying one: the person says yes on the platform's page, which sends it to a port of this machine.
 * The window need not be in front meanwhile.
 */
export function browserHandOver(options: WizardOptions, target: Target): BrowserHandOver {
  let received: TokenHandOver | undefined;
  let isWaiting = false;
  return {
    start: async (box) => {
      if (isWaiting) return;
      isWaiting = true;
      try {
        box.say(l10n.t('Say yes in the browser, or paste a token here.'), true);
        received = await receive(options, target, box.signal);
        box.say(l10n.t('The browser has sent a token.'), false);
        box.submit(received.token);
      } catch (error) {
        if (box.signal.aborted) return;
        options.log.warn(`Token from the browser: ${messageOf(error)}`);
        box.say(refusalText(error), false);
      } finally {
        isWaiting = false;
      }
    },
    expiryOf: (token) => (received?.token === token ? received.expirationDate : undefined),
  };
}

async function receive(
  { baseUrlOf, clock }: WizardOptions,
  target: Target,
  signal: AbortSignal,
): Promise<TokenHandOver> {
  const callback = await listenForToken({ baseUrl: baseUrlOf(target), clientName });
  try {
    await openPage(callback);
    return await Promise.race([callback.token, expiry(clock, signal)]);
  } finally {
    callback.stop();
  }
}

/** Rejects when nobody says yes in time, or the person goes on without. */
function expiry(clock: Clock, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = clock.setTimer(patienceMs, () => {
      reject(new Failure('timeout', 'no token came'));
    });
    signal.addEventListener('abort', () => {
      timer.dispose();
      reject(new Failure('cancelled', 'the person went on without the browser'));
    });
  });
}

/** Where this runs on another machine the editor makes its port reachable here, perhaps under another number. */
async function openPage(callback: TokenCallback): Promise<void> {
  const own = Uri.parse(`http://127.0.0.1:${callback.port}/`, true);
  // An editor in a browser passes no ports on: the page reaches this one where both are on one machine, or nobody.
  const isForwarded = env.remoteName !== undefined && env.uiKind === UIKind.Desktop;
  const seen = new URL((isForwarded ? await env.asExternalUri(own) : own).toString(true));
  // The platform's page sends to this machine only.
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(seen.hostname))
    throw new Failure('unreachable', `the browser sees this machine as ${seen.hostname}`);
  const port = Number(seen.port || 80);
  if (!(await env.openExternal(Uri.parse(callback.pageUrlAt(port), true))))
    throw new Failure('cancelled', 'the page was not opened');
}

function refusalText(error: unknown): string {
  if (Failure.is(error, 'timeout'))
    return l10n.t('No token came from the browser within five minutes. Try again, or paste one here.');
  if (Failure.is(error, 'unreachable'))
    return l10n.t(
      'The browser cannot reach the machine that this runs on. Make a token there and paste it here.',
    );
  if (Failure.is(error, 'cancelled')) return l10n.t('The page was not opened. Paste a token here.');
  return Failure.is(error, 'busy')
    ? l10n.t('No port is free for the browser to answer to. Paste a token here.')
    : failureTexts.unavailable.text(new Failure('unavailable', ''));
}
