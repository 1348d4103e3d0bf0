import { env, l10n, Uri } from 'vscode';
import type { Target } from '../../../core/connections/connection.ts';
import { Failure, messageOf, type FailureCode } from '../../../core/failures.ts';
import type { TokenHandOver } from '../../../node/http/token/tokenCallback.ts';
import { tokenFromPage, type Browser } from '../../../node/http/token/tokenFromPage.ts';
import type { OpenBox } from '../../ui/quickInput/askText.ts';
import type { WizardOptions } from './options.ts';

/** The name of this client on the page of the platform and in its list of tokens. */
const clientName = 'Service for IDE';

interface BrowserHandOver {
  /**
   * Opens the page of the platform, waits for the token that the page sends, and submits it in the input box. Another
   * call cancels the first and opens the page again.
   *
   * The window may be in the background meanwhile. After a failure the box shows the reason, and the user can still
   * paste a token.
   */
  readonly start: (box: OpenBox) => Promise<void>;
  /** The expiry of the token that the browser handed over; undefined for any other token. */
  readonly expiryOf: (token: string) => string | undefined;
}

/**
 * Returns the way of a token from a page of the platform to the step of the wizard. Nothing is opened before `start`.
 */
export function browserHandOver({ baseUrlOf, clock, log }: WizardOptions, target: Target): BrowserHandOver {
  let received: TokenHandOver | undefined;
  let attempt: AbortController | undefined;
  return {
    start: async (box) => {
      attempt?.abort();
      attempt = new AbortController();
      const signal = AbortSignal.any([attempt.signal, box.signal]);
      try {
        box.say(l10n.t('Approve in the browser, or paste a token here.'), true);
        received = await tokenFromPage({ baseUrl: baseUrlOf(target), clientName, browser, clock, signal });
        box.say(l10n.t('The browser sent a token.'), false);
        box.submit(received.token);
      } catch (error) {
        if (signal.aborted) return;
        log.warn(`Token from the browser: ${messageOf(error)}`);
        box.say(refusalText(error), false);
      }
    },
    expiryOf: (token) => (received?.token === token ? received.expirationDate : undefined),
  };
}

/**
 * If the extension runs on another machine, the editor makes its port reachable for the browser, possibly under another
 * number.
 */
const browser: Browser = {
  addressFor: async (own) => (await env.asExternalUri(Uri.parse(own, true))).toString(true),
  open: async (url) => env.openExternal(Uri.parse(url, true)),
};

const refusals: Partial<Record<FailureCode, () => string>> = {
  timeout: () =>
    l10n.t('The browser did not send a token within five minutes. Try again, or paste one here.'),
  unreachable: () =>
    l10n.t(
      'The browser cannot reach the machine that the extension runs on. Create a token on the platform and paste it here.',
    ),
  cancelled: () => l10n.t('The page was not opened. Paste a token here.'),
  busy: () => l10n.t("No port is available for the browser's answer. Paste a token here."),
};

function refusalText(error: unknown): string {
  const known = Failure.is(error) ? refusals[error.code] : undefined;
  return (
    known?.() ??
    l10n.t(
      'The token could not be received from the browser. See the log for details, or paste a token here.',
    )
  );
}
