import { getDelivery, isMasked } from '../../core/api/webhooks.ts';
import { neutralBrand } from '../../core/brand.ts';
import { Failure } from '../../core/failures.ts';
import { parseWebhookUrl, resolveTarget, type ResolvedTarget } from '../../core/webhooks/address.ts';
import { redeliver as send } from '../../core/webhooks/redelivery.ts';
import { addressesOf } from '../../node/http/addressesOf.ts';
import { CliError, exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import { onPlatform } from '../session.ts';
import type { Context } from '../program.ts';
import { secretFrom } from '../options.ts';

interface RedeliverOptions {
  readonly url?: string;
  readonly secretEnv?: string;
  readonly unsigned?: true;
  readonly allowPrivate?: true;
}

/**
 * Sends a recorded delivery again from this machine, because the platform cannot. The body is the same, marked as a
 * repeat. An administrator of the project chose the target, so the user is asked before the delivery goes to a private
 * network.
 */
export async function redeliver(context: Context, id: string, options: RedeliverOptions): Promise<ExitCode> {
  const { session, terminal, prompts } = context;
  if (options.unsigned && options.secretEnv !== undefined)
    throw invalidOptions('--unsigned and --secret-env cannot be combined');
  const delivery = await onPlatform(session, ({ api }) => getDelivery(api, id));
  const url = await targetOf(context, delivery.url, options.url);
  const { addresses } = await agreeToReach(context, url, options);
  const secret = await askSecret();
  if (secret === undefined)
    terminal.warn('Sent without a signature. A receiver that verifies signatures rejects it.');
  const { userAgent } = neutralBrand;
  const { success, httpStatus } = await send(session.http, {
    delivery,
    url: url.href,
    addresses,
    secret,
    userAgent,
  }).catch(notDelivered);
  terminal.answer({ delivery: id, success, httpStatus, signed: secret !== undefined }, () =>
    success ? `Delivered (${httpStatus}).` : `The receiver rejected the delivery (${httpStatus}).`,
  );
  return success ? exitCodes.fine : exitCodes.failed;

  async function askSecret(): Promise<string | undefined> {
    if (options.unsigned) return undefined;
    if (options.secretEnv !== undefined) return secretFrom(terminal.host.env, options.secretEnv);
    if (!terminal.isInteractive)
      throw invalidOptions('the platform does not reveal the secret: pass --secret-env or --unsigned');
    const typed = await prompts.secret('Secret of the webhook (empty to send without a signature)');
    return typed === '' ? undefined : typed;
  }
}

/** Returns the recorded address, or the one that the user gives when the platform masks the credentials with stars. */
async function targetOf(
  { terminal, prompts }: Context,
  shown: string,
  given: string | undefined,
): Promise<URL> {
  let text = given ?? shown;
  if (isMasked(text)) {
    if (!terminal.isInteractive)
      throw invalidOptions(
        'the platform shows asterisks in place of the credentials of this address: pass the full address with --url',
      );
    text = await prompts.input(`The platform shows ${shown}. Full address`);
  }
  const target = isMasked(text) ? undefined : parseWebhookUrl(text);
  if (!target) throw invalidOptions('the target is not an http or https address');
  return target;
}

/** Resolves the target. @throws {CliError} for one that is not public, unless the user agrees to send there */
async function agreeToReach(
  { terminal, prompts }: Context,
  url: URL,
  options: RedeliverOptions,
): Promise<ResolvedTarget> {
  const target = await resolveTarget(url, addressesOf).catch(notDelivered);
  const { reach } = target;
  if (reach === 'public' || options.allowPrivate) return target;
  const where = reach === 'loopback' ? 'this machine' : 'a private network';
  if (!terminal.isInteractive)
    throw invalidOptions(`${url.hostname} is ${where}: pass --allow-private to send there`);
  if (!(await prompts.confirm(`${url.hostname} is ${where}. Send the delivery there?`, false)))
    throw new CliError('Nothing was sent.');
  return target;
}

function notDelivered(error: unknown): never {
  if (!Failure.is(error)) throw error;
  throw new CliError(`Not delivered: ${error.message}`, { cause: error });
}
