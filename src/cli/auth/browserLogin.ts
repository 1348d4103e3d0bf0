import type { Platform } from '../../node/credentials/credentials.ts';
import { openBrowser } from '../../node/process/openBrowser.ts';
import { listenForToken } from '../../node/http/token/tokenCallback.ts';
import { CliError } from '../exitCodes.ts';
import type { Context } from '../program.ts';

const patienceMs = 5 * 60_000;

/**
 * Gets a user token through the platform's login page, which sends the token back over loopback. On a terminal the
 * function also opens the browser and accepts a pasted token, because the browser may run on another machine. Without a
 * terminal it prints the address of the page and waits for the token from there.
 *
 * @throws {CliError} when no token arrives within five minutes.
 */
export async function tokenFromBrowser(
  { terminal, prompts }: Context,
  { baseUrl }: Platform,
): Promise<string> {
  const callback = await listenForToken({ baseUrl, clientName: 'Service CLI' });
  const settled = new AbortController();
  const late = AbortSignal.timeout(patienceMs);
  try {
    terminal.say('Open this page and allow access:');
    terminal.say(`  ${callback.pageUrl}`);
    const answers = [callback.token.then(({ token }) => token), expiry(late)];
    if (terminal.isInteractive) {
      openBrowser(callback.pageUrl);
      const signal = AbortSignal.any([settled.signal, late]);
      // The prompt rejects when the token from the browser wins the race and the signal cancels the prompt.
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
      reject(new CliError('Access was not allowed within five minutes.'));
    });
  });
}
