import type { Platform } from '../../node/credentials/credentials.ts';
import { openBrowser } from '../../node/process/openBrowser.ts';
import { listenForToken } from '../../node/http/token/tokenCallback.ts';
import { CliError } from '../exitCodes.ts';
import type { Context } from '../program.ts';

const patienceMs = 5 * 60_000;

/**
 * The person says yes on the platform's page, which sends the token back over loopback; where the browser runs
 * elsewhere, they may paste it. Without a terminal the page's address alone is shown.
 */
export async function tokenFromBrowser(
  { terminal, prompts }: Context,
  { baseUrl }: Platform,
): Promise<string> {
  const callback = await listenForToken({ baseUrl, clientName: 'Service CLI' });
  const settled = new AbortController();
  const late = AbortSignal.timeout(patienceMs);
  try {
    terminal.say('Open this page and allow the access:');
    terminal.say(`  ${callback.pageUrl}`);
    const answers = [callback.token.then(({ token }) => token), expiry(late)];
    if (terminal.isInteractive) {
      openBrowser(callback.pageUrl);
      const signal = AbortSignal.any([settled.signal, late]);
      // The one that lost the race rejects when it is called off.
      answers.push(prompts.secret('… or paste a user token here', signal));
    }
    return (await Promise.race(answers)).trim();
  } finally {
    settled.abort();
    callback.stop();
  }
}

function expiry(late: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    late.addEventListener('abort', () => {
      reject(new CliError('Nobody allowed the access within five minutes.'));
    });
  });
}
