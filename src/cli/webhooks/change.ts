import { printable } from '../../core/printable.ts';
import { createWebhook, deleteWebhook, editWebhook, listWebhooks } from '../../core/api/webhooks.ts';
import { Failure } from '../../core/failures.ts';
import { addressProblem, parseTarget, reachOfHost } from '../../core/webhooks/address.ts';
import {
  hasRoom,
  isSecretLength,
  isWebhookName,
  newWebhookSecret,
  webhookLimits,
} from '../../core/webhooks/limits.ts';
import { CliError, exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import { openPlatform } from '../session.ts';
import type { Context } from '../program.ts';
import { recordOf, type WebhookOwner } from './listings.ts';
import { secretFrom } from './secretFrom.ts';

interface SecretOptions {
  /** Name of an environment variable. A secret in an argument would appear in every list of processes. */
  readonly secretEnv?: string;
  readonly generateSecret?: true;
}

export interface CreateOptions extends WebhookOwner, SecretOptions {
  readonly name: string;
  readonly url: string;
}

export async function create(context: Context, options: CreateOptions): Promise<ExitCode> {
  const { session, terminal } = context;
  const { project, name, url } = options;
  checkName(name);
  checkUrl(url);
  const secret = newSecret(context, options);
  const { api, platform } = await openPlatform(session);
  const { organization } = platform;
  const others = await listWebhooks(api, { project, organization });
  if (!hasRoom(others))
    throw new CliError(
      `There are ${others.length} ${project === undefined ? 'global webhooks' : `webhooks of ${project}`}, and more than ${webhookLimits.webhooks} are not possible.`,
      { fix: 'Delete one that is not needed: service-cli webhooks list, then webhooks delete KEY.' },
    );
  if (reachOf(url) !== 'public')
    terminal.warn('The address is one of this machine or network: it is the platform that has to reach it.');
  const webhook = await createWebhook(api, { project, organization, name, url, secret });
  const generated = options.generateSecret ? { secret } : {};
  terminal.answer({ ...recordOf(webhook), ...generated }, () =>
    [
      printable(`Made ${webhook.name} (${webhook.key}).`),
      ...(options.generateSecret ? [`Its secret, shown this once: ${String(secret)}`] : []),
    ].join('\n'),
  );
  if (secret === undefined)
    terminal.warn('Without a secret a receiver cannot tell deliveries from forgeries: --generate-secret.');
  return exitCodes.fine;
}

export interface UpdateOptions extends WebhookOwner, SecretOptions {
  readonly name?: string;
  readonly url?: string;
  readonly removeSecret?: true;
}

export async function update(context: Context, key: string, options: UpdateOptions): Promise<ExitCode> {
  const { session, terminal } = context;
  const { project, name, url, removeSecret } = options;
  if (name !== undefined) checkName(name);
  if (url !== undefined) checkUrl(url);
  const given = newSecret(context, options);
  if (removeSecret && given !== undefined)
    throw invalidOptions('--remove-secret and a new secret exclude each other');
  const secret = removeSecret ? null : given;
  if (name === undefined && url === undefined && secret === undefined)
    throw invalidOptions('nothing is to be changed: give --name, --url or a secret');
  const { api, platform } = await openPlatform(session);
  try {
    await editWebhook(
      api,
      { webhook: key, project, organization: platform.organization },
      { name, url, secret },
    );
  } catch (error) {
    throw wordedEdit(error, key, project);
  }
  const generated = options.generateSecret ? { secret } : {};
  terminal.answer({ key, ...generated }, () =>
    options.generateSecret ? `Changed. The new secret, shown this once: ${String(secret)}` : 'Changed.',
  );
  return exitCodes.fine;
}

export async function remove(
  { session, terminal, prompts }: Context,
  key: string,
  options: { yes?: true },
): Promise<ExitCode> {
  const { api } = await openPlatform(session);
  if (!options.yes) {
    if (!terminal.isInteractive) throw invalidOptions('deleting without a terminal needs --yes');
    if (!(await prompts.confirm('Delete the webhook and the record of its deliveries?', false))) {
      terminal.answer({ key, deleted: false }, () => 'Nothing was deleted.');
      return exitCodes.fine;
    }
  }
  await deleteWebhook(api, key);
  terminal.answer({ key, deleted: true }, () => 'Deleted.');
  return exitCodes.fine;
}

function wordedEdit(error: unknown, key: string, project: string | undefined): unknown {
  if (Failure.is(error, 'notFound') && error.status === undefined)
    return new CliError(
      `There is no webhook ${key} among ${project === undefined ? 'the global ones' : `those of ${project}`}.`,
      {
        fix: 'Name its project with --project, or look it up: service-cli webhooks list.',
      },
    );
  if (Failure.is(error, 'badRequest') && error.status === undefined)
    return new CliError(
      'The platform shows this address with stars in place of credentials, and they would be written back.',
      {
        fix: 'Give the address in full with --url.',
      },
    );
  return error;
}

function newSecret(context: Context, { secretEnv, generateSecret }: SecretOptions): string | undefined {
  if (secretEnv !== undefined && generateSecret)
    throw invalidOptions('--secret-env and --generate-secret exclude each other');
  if (generateSecret) return newWebhookSecret();
  const secret = secretEnv === undefined ? undefined : secretFrom(context.terminal.host.env, secretEnv);
  if (secret !== undefined && !isSecretLength(secret)) {
    const { shortest, longest } = webhookLimits.secret;
    throw invalidOptions(`a secret has ${shortest} to ${longest} characters`);
  }
  return secret;
}

function checkName(name: string): void {
  if (!isWebhookName(name)) throw invalidOptions(`--name has 1 to ${webhookLimits.nameLength} characters`);
}

function checkUrl(url: string): void {
  const problem = addressProblem(url);
  if (problem === 'masked')
    throw invalidOptions('--url has stars in place of credentials; give the address in full');
  if (problem === 'noTarget')
    throw invalidOptions(
      `--url is an http or https address of at most ${webhookLimits.urlLength} characters`,
    );
}

function reachOf(url: string): string {
  const target = parseTarget(url);
  return target ? reachOfHost(target) : 'public';
}
