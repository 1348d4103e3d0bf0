import {
  createWebhook,
  deleteWebhook,
  deliveryErrorOf,
  editWebhook,
  getDelivery,
  listDeliveries,
  listWebhooks,
  type Webhook,
  isMasked,
} from '../../core/api/webhooks.ts';
import { neutralBrand } from '../../core/brand.ts';
import { Failure } from '../../core/failures.ts';
import { printable } from '../../core/printable.ts';
import { reachOfHost } from '../../core/reach.ts';
import {
  addressProblem,
  parseWebhookUrl,
  withoutCredentials,
  resolveTarget,
  type ResolvedTarget,
} from '../../core/webhooks/address.ts';
import {
  hasRoom,
  isSecretLength,
  isWebhookName,
  newWebhookSecret,
  webhookLimits,
} from '../../core/webhooks/limits.ts';
import { redeliver as send } from '../../core/webhooks/redelivery.ts';
import { addressesOf } from '../../node/http/addressesOf.ts';
import { CliError, exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import type { ProjectScope } from '../failedCall.ts';
import { secretFrom } from '../options.ts';
import type { Context } from '../program.ts';
import { onPlatform } from '../session.ts';

interface WebhookOwner {
  readonly project?: string;
}

/** Returns what a call about webhooks names when the platform does not find it; undefined for global ones. */
function scopeOf({ project }: WebhookOwner): ProjectScope | undefined {
  return project === undefined ? undefined : { project };
}

export async function list({ session, terminal }: Context, owner: WebhookOwner): Promise<ExitCode> {
  const { project } = owner;
  const webhooks = await onPlatform(
    session,
    ({ api, platform: { organization } }) =>
      terminal.during('Contacting the platform', listWebhooks(api, { project, organization })),
    scopeOf(owner),
  );
  terminal.items(webhooks.map(recordOf), describeWebhook);
  if (webhooks.length === 0)
    terminal.say(project === undefined ? 'There are no global webhooks.' : `${project} has no webhooks.`);
  return exitCodes.fine;
}

/** Returns the webhook for output, without the credentials that the answer to a creation has in plain text. */
function recordOf({ url, latestDelivery, ...rest }: Webhook): Webhook {
  return { ...rest, url: withoutCredentials(url), latestDelivery };
}

function describeWebhook({ key, name, url, hasSecret, latestDelivery }: Webhook): string {
  return [
    printable(`${name}  ${url}`),
    `  ${key} · ${hasSecret ? 'signed' : 'not signed'} · ${latestDelivery ? deliveryText(latestDelivery) : 'no deliveries yet'}`,
  ].join('\n');
}

/** Returns a text such as `delivered (200, 12 ms) at …` or `failed (no answer, 10003 ms) at …`. */
function deliveryText(delivery: NonNullable<Webhook['latestDelivery']>): string {
  const { success, httpStatus, durationMs, at } = delivery;
  const details = [httpStatus ?? 'no answer', ...(durationMs === undefined ? [] : [`${durationMs} ms`])];
  return `${success ? 'delivered' : 'failed'} (${details.join(', ')}) at ${at}`;
}

/** Prints the deliveries of a webhook, newest first. The platform keeps them for 30 days. */
export async function deliveries({ session, terminal }: Context, key: string): Promise<ExitCode> {
  const { items, total } = await onPlatform(session, ({ api }) =>
    terminal.during('Contacting the platform', listDeliveries(api, { webhook: key })),
  );
  terminal.items(items, (item) => `${item.id}  ${deliveryText(item)}`);
  if (items.length < total) terminal.say(`Showing the newest ${items.length} of ${total}.`);
  if (total === 0) terminal.say('No deliveries in the last 30 days, or the webhook does not exist.');
  return exitCodes.fine;
}

/** Prints one delivery with its payload and, after a failure, the reason. */
export async function delivery({ session, terminal }: Context, id: string): Promise<ExitCode> {
  const delivered = await onPlatform(session, ({ api }) => getDelivery(api, id));
  const reason = deliveryErrorOf(delivered);
  const { errorStacktrace, ...details } = delivered;
  terminal.answer({ ...details, ...(reason !== undefined && { reason }) }, () =>
    [
      printable(`${details.url}: ${deliveryText(details)}`),
      ...(reason === undefined ? [] : [reason]),
      '',
      details.payload,
    ].join('\n'),
  );
  return exitCodes.fine;
}

interface SecretOptions {
  /** Name of an environment variable. A secret in an argument would appear in every list of processes. */
  readonly secretEnv?: string;
  readonly generateSecret?: true;
}

interface CreateOptions extends WebhookOwner, SecretOptions {
  readonly name: string;
  readonly url: string;
}

/** Creates a webhook of a project, or a global one, and prints it. A generated secret is printed once. */
export async function create(context: Context, options: CreateOptions): Promise<ExitCode> {
  const { session, terminal } = context;
  const { project, name, url } = options;
  checkName(name);
  checkUrl(url);
  const secret = newSecret(context, options);
  const webhook = await onPlatform(
    session,
    async ({ api, platform: { organization } }) => {
      const others = await listWebhooks(api, { project, organization });
      if (!hasRoom(others))
        throw new CliError(
          `There are already ${others.length} ${webhooksOf(project)}. The maximum is ${webhookLimits.webhooks}.`,
          { fix: 'Delete one first: service-cli webhooks list, then service-cli webhooks delete KEY.' },
        );
      const target = parseWebhookUrl(url);
      if (target && reachOfHost(target) !== 'public')
        terminal.warn(
          'The address belongs to this machine or network. The platform must be able to reach it.',
        );
      return createWebhook(api, { project, organization, name, url, secret });
    },
    scopeOf(options),
  );
  const generated = options.generateSecret ? { secret } : {};
  terminal.answer({ ...recordOf(webhook), ...generated }, () =>
    [
      printable(`Created webhook ${webhook.name} (${webhook.key}).`),
      ...(options.generateSecret ? [`Secret (not shown again): ${String(secret)}`] : []),
    ].join('\n'),
  );
  if (secret === undefined)
    terminal.warn(
      'Without a secret, the receiver cannot verify deliveries. To add one, use --generate-secret.',
    );
  return exitCodes.fine;
}

interface UpdateOptions extends WebhookOwner, SecretOptions {
  readonly name?: string;
  readonly url?: string;
  readonly removeSecret?: true;
}

/** Changes the given properties. Others keep their values, also the secret, which the platform does not reveal. */
export async function update(context: Context, key: string, options: UpdateOptions): Promise<ExitCode> {
  const { session, terminal } = context;
  const { project, name, url, removeSecret } = options;
  if (name !== undefined) checkName(name);
  if (url !== undefined) checkUrl(url);
  const given = newSecret(context, options);
  if (removeSecret && given !== undefined)
    throw invalidOptions('--remove-secret and a new secret cannot be combined');
  const secret = removeSecret ? null : given;
  if (name === undefined && url === undefined && secret === undefined)
    throw invalidOptions('nothing to change: pass --name, --url or a secret');
  await onPlatform(
    session,
    ({ api, platform: { organization } }) =>
      editWebhook(api, { webhook: key, project, organization }, { name, url, secret }).catch(
        (error: unknown) => {
          throw wordedEdit(error, key, project);
        },
      ),
    scopeOf(options),
  );
  const generated = options.generateSecret ? { secret } : {};
  terminal.answer({ key, ...generated }, () =>
    options.generateSecret ? `Changed. New secret (not shown again): ${String(secret)}` : 'Changed.',
  );
  return exitCodes.fine;
}

export async function remove(
  { session, terminal, prompts }: Context,
  key: string,
  options: { yes?: true },
): Promise<ExitCode> {
  if (!options.yes && !terminal.isInteractive)
    throw invalidOptions('deleting without a terminal requires --yes');
  return onPlatform(session, async ({ api }) => {
    const deleted =
      options.yes === true ||
      (await prompts.confirm('Delete the webhook and the record of its deliveries?', false));
    if (deleted) await deleteWebhook(api, key);
    terminal.answer({ key, deleted }, () => (deleted ? 'Deleted.' : 'Nothing was deleted.'));
    return exitCodes.fine;
  });
}

function wordedEdit(error: unknown, key: string, project: string | undefined): unknown {
  if (Failure.is(error, 'notFound') && error.status === undefined)
    return new CliError(`Webhook ${key} was not found among the ${webhooksOf(project)}.`, {
      fix: 'Pass its project with --project, or list webhooks: service-cli webhooks list.',
    });
  if (Failure.is(error, 'badRequest') && error.status === undefined)
    return new CliError(
      'The platform shows asterisks in place of the credentials of this address, and would store the asterisks.',
      { fix: 'Pass the full address with --url.' },
    );
  return error;
}

const webhooksOf = (project: string | undefined): string =>
  project === undefined ? 'global webhooks' : `webhooks of ${project}`;

function newSecret(context: Context, { secretEnv, generateSecret }: SecretOptions): string | undefined {
  if (secretEnv !== undefined && generateSecret)
    throw invalidOptions('--secret-env and --generate-secret cannot be combined');
  if (generateSecret) return newWebhookSecret();
  const secret = secretEnv === undefined ? undefined : secretFrom(context.terminal.host.env, secretEnv);
  if (secret !== undefined && !isSecretLength(secret)) {
    const { shortest, longest } = webhookLimits.secret;
    throw invalidOptions(`a secret must have ${shortest} to ${longest} characters`);
  }
  return secret;
}

function checkName(name: string): void {
  if (!isWebhookName(name))
    throw invalidOptions(`--name must have 1 to ${webhookLimits.nameLength} characters`);
}

function checkUrl(url: string): void {
  const problem = addressProblem(url);
  if (problem === 'masked')
    throw invalidOptions('--url has asterisks in place of credentials; pass the full address');
  if (problem === 'noTarget')
    throw invalidOptions(
      `--url must be an http or https address of at most ${webhookLimits.urlLength} characters`,
    );
}

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
