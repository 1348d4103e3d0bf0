import { text } from 'node:stream/consumers';
import { securityPagePath } from '../../core/brand.ts';
import type { Platform } from '../../node/credentials/credentials.ts';
import { listenForToken } from '../../node/http/tokenFromPage.ts';
import { openBrowser, reasonWithoutBrowser } from '../../node/process/openBrowser.ts';
import { CliError, invalidOptions } from '../exitCodes.ts';
import type { Context } from '../program.ts';

/** @throws {CliError} for standard input that contains no token. */
export async function tokenFromInput({ terminal, prompts }: Context): Promise<string> {
  const { stdin } = terminal.host;
  if (stdin.isTTY === true) return (await prompts.secret('User token')).trim();
  const token = (await text(stdin)).trim();
  if (!isToken(token)) throw invalidOptions('standard input contains no token');
  return token;
}

/** The pattern also keeps the program from sending a whole file, or the error message of a shell, to a server. */
export const isToken = (text: string): boolean => /^[\w.~+/=-]{1,512}$/.test(text);

const loginMs = 5 * 60_000;

/** Gets a user token by a browser, or pasted. @throws {CliError} after five minutes, or with neither possible */
export async function tokenFromUser(context: Context, platform: Platform): Promise<string> {
  const reason = reasonWithoutBrowser(context.terminal.host.env);
  return reason === undefined ? tokenFromBrowser(context, platform) : pastedToken(context, platform, reason);
}

async function pastedToken(
  { terminal, prompts }: Context,
  { baseUrl }: Platform,
  reason: string,
): Promise<string> {
  const page = `${baseUrl}${securityPagePath}`;
  if (!terminal.isInteractive)
    throw new CliError(
      `No browser can be opened (${reason}), and there is no terminal to paste a token into.`,
      {
        fix: `Create a user token on ${page} and pipe it in: service-cli auth login --with-token. Or set SERVICE_TOKEN.`,
      },
    );
  terminal.say(`No browser can be opened, because ${reason}.`);
  terminal.say(`  1. Open ${page} in a browser on any machine.`);
  terminal.say('  2. Generate a token of the type "User Token" and copy it.');
  terminal.say('  3. Paste it here. It is not shown.');
  const token = await prompts.secret('User token', AbortSignal.timeout(loginMs)).catch((cause: unknown) => {
    // The prompt rejects with this error when the signal aborts.
    if (!(cause instanceof Error) || cause.name !== 'AbortPromptError') throw cause;
    throw new CliError('No token was entered within five minutes.', { cause });
  });
  return token.trim();
}

/**
 * Gets a user token through the platform's login page, which sends the token back over loopback. On a terminal the
 * function also opens the browser and accepts a pasted token, because the browser may run on another machine. Without a
 * terminal it prints the address of the page and waits for the token from there.
 *
 * @throws {CliError} when no token arrives within five minutes.
 */
async function tokenFromBrowser({ terminal, prompts }: Context, { baseUrl }: Platform): Promise<string> {
  const callback = await listenForToken({ baseUrl, clientName: 'Service CLI' });
  const settled = new AbortController();
  const late = AbortSignal.timeout(loginMs);
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
  return new Promise((_, reject) =>
    late.addEventListener('abort', () => reject(new CliError('Access was not allowed within five minutes.'))),
  );
}
