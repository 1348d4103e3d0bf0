import * as vscode from 'vscode';
import { env, l10n, ThemeIcon } from 'vscode';
import type { Api } from '../../core/api/client.ts';
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  getDelivery,
  deliveryErrorOf,
  type Delivery,
  type DeliveryDetails,
  type Webhook,
} from '../../core/api/webhooks.ts';
import { organizationOf, type Connection } from '../../core/connections/connection.ts';
import { Failure } from '../../core/failures.ts';
import { hasRoom, newWebhookSecret, webhookLimits } from '../../core/webhooks/limits.ts';
import { webhookArgument } from '../host/arguments.ts';
import { pickConnection } from '../connections/pickConnection.ts';
import type { CommandsOf } from '../host/commands.ts';
import type { webhookCommandIds } from '../host/commandTable.ts';
import { isConfirmed, showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { askWebhook, type WebhookDraft } from './askWebhook.ts';
import { sendAgain } from './sendAgain.ts';
import type { OnDemandData, WebhookScope, WebhookServices } from './webhookLists.ts';
import { deliveryText, timeText } from './deliveryTexts.ts';

/** Returns the commands for webhooks and deliveries. Each takes a node and asks for what it does not name. */
export function webhookCommands(services: WebhookServices): CommandsOf<typeof webhookCommandIds> {
  const showDocument = deliveryDocuments(services);
  return {
    'service.createWebhook': async (argument) => {
      const scope = await pickScope(argument, services);
      if (scope) await create(scope, services);
    },

    'service.editWebhook': async (argument) => {
      const picked = await pickWebhook(argument, l10n.t('Select a webhook to edit'), services);
      if (picked) await edit(picked, services);
    },

    'service.deleteWebhook': async (argument) => {
      const picked = await pickWebhook(argument, l10n.t('Select a webhook to delete'), services);
      if (picked) await remove(picked, services);
    },

    'service.refreshWebhooks': async (argument) => {
      const scope = await pickScope(argument, services);
      if (!scope) return;
      const webhooks = await currentWebhooks(scope, services);
      // Only the webhooks whose deliveries have been requested before.
      const seen = (webhooks ?? []).filter(
        ({ key }) => services.webhooks.deliveriesOf(scope.connection.uuid, key).state !== 'unasked',
      );
      await Promise.all(seen.map(({ key }) => services.webhooks.askDeliveries(scope.connection, key)));
    },

    'service.showDelivery': async (argument) => {
      const resolved = await resolveDelivery(argument, l10n.t('Select a delivery to show'), services);
      if (!resolved) return;
      const api = await apiOf(resolved.connection, services);
      const title = l10n.t('Getting the delivery…');
      await showDocument(
        await withProgress(title, (signal) => getDelivery(api.with({ signal }), resolved.deliveryId)),
      );
    },

    'service.redeliver': async (argument) => {
      const resolved = await resolveDelivery(argument, l10n.t('Select a delivery to send again'), services);
      if (!resolved) return;
      const { connection, deliveryId, hasSecret } = resolved;
      await sendAgain(deliveryId, hasSecret, await apiOf(connection, services), services);
    },
  };
}

async function create(scope: WebhookScope, services: WebhookServices): Promise<void> {
  const webhooks = await currentWebhooks(scope, services);
  if (!webhooks) return;
  if (!hasRoom(webhooks)) {
    void showInformation(
      l10n.t(
        '{0}: {1} of at most {2} webhooks exist. Delete one before you add another.',
        titleOf(scope),
        webhooks.length,
        webhookLimits.webhooks,
      ),
    );
    return;
  }
  const draft = await askWebhook({ title: l10n.t('Create Webhook') });
  if (!draft) return;
  const { name, url } = draft;
  const { project } = scope;
  const secret = newSecret(draft);
  await change(scope, services, async (api, organization) => {
    await createWebhook(api, { name, url, project, organization, secret });
  });
  await confirm(draft, secret, l10n.t('Webhook “{0}” was created.', draft.name));
}

async function edit({ scope, webhook }: PickedWebhook, services: WebhookServices): Promise<void> {
  const draft = await askWebhook({ title: l10n.t('Edit Webhook {0}', webhook.name), existing: webhook });
  if (!draft) return;
  const { name, url } = draft;
  const { project } = scope;
  const generated = newSecret(draft);
  const secret = draft.secret === 'none' ? null : generated;
  await change(scope, services, (api, organization) =>
    editWebhook(api, { webhook: webhook.key, project, organization }, { name, url, secret }),
  );
  await confirm(draft, generated, l10n.t('Webhook “{0}” was updated.', draft.name));
}

async function remove({ scope, webhook }: PickedWebhook, services: WebhookServices): Promise<void> {
  const question = l10n.t('Delete webhook “{0}”?', webhook.name);
  const detail = l10n.t(
    'The platform stops calling {0}. The record of its deliveries is deleted, too.',
    webhook.url,
  );
  if (!(await isConfirmed(question, l10n.t('Delete'), detail))) return;
  await change(scope, services, (api) => deleteWebhook(api, webhook.key));
}

async function change(
  scope: WebhookScope,
  services: WebhookServices,
  work: (api: Api, organization: string | undefined) => Promise<void>,
): Promise<void> {
  const { connection } = scope;
  const api = await apiOf(connection, services);
  const organization = organizationOf(connection);
  await withProgress(l10n.t('Updating webhooks…'), () => work(api, organization), { cancellable: false });
  await services.webhooks.ask(scope);
}

function newSecret({ secret, entered }: WebhookDraft): string | undefined {
  return secret === 'generate' ? newWebhookSecret() : secret === 'enter' ? entered : undefined;
}

/** A generated secret is copied, because it is stored nowhere here and the platform does not show it again. */
async function confirm(draft: WebhookDraft, secret: string | undefined, text: string): Promise<void> {
  if (draft.secret !== 'generate' || secret === undefined) {
    void showInformation(text);
    return;
  }
  await env.clipboard.writeText(secret);
  void showInformation(
    l10n.t(
      '{0} The secret was copied to the clipboard. Give it to the receiver now, because the platform does not show it again.',
      text,
    ),
  );
}

interface PickedWebhook {
  readonly scope: WebhookScope;
  readonly webhook: Webhook;
}

/** Returns undefined if the user cancels. The place is a project, or the connection as a whole. */
async function pickScope(argument: unknown, services: WebhookServices): Promise<WebhookScope | undefined> {
  const placeholder = l10n.t('Select a connection to manage webhooks of');
  const connection = await pickConnection(argument, placeholder, services);
  if (!connection) return undefined;
  const named = webhookArgument(argument);
  if (named?.uuid === connection.uuid) return { connection, project: named.projectKey };
  const projects = new Map(
    services
      .allGates()
      .filter((gate) => gate.connection.uuid === connection.uuid)
      .map(({ projectKey, projectName }) => [projectKey, projectName]),
  );
  return choose<WebhookScope>({
    title: l10n.t('Webhooks of {0}', connection.connectionId),
    placeholder: l10n.t('Select a project, or the global webhooks'),
    choices: [
      ...[...projects].map(([project, label]) => ({
        label,
        description: project,
        iconPath: new ThemeIcon('project'),
        value: { connection, project },
      })),
      {
        label: l10n.t('Global webhooks'),
        description: l10n.t('Called after every analysis of any project'),
        iconPath: new ThemeIcon('radio-tower'),
        value: { connection, project: undefined },
      },
    ],
  });
}

/** Requests the webhooks of a place. Returns undefined, and throws, as `valueOf`. */
async function currentWebhooks(
  scope: WebhookScope,
  { webhooks: lists }: WebhookServices,
): Promise<readonly Webhook[] | undefined> {
  const asking = () => lists.ask(scope);
  return valueOf(await withProgress(l10n.t('Getting webhooks…'), asking), scope);
}

/**
 * Returns the webhook that the argument names, else the one that the user picks. Undefined if the user cancels, and,
 * after a message, if the list is empty or forbidden.
 *
 * @throws {Failure} as `valueOf`
 */
async function pickWebhook(
  argument: unknown,
  placeholder: string,
  services: WebhookServices,
): Promise<PickedWebhook | undefined> {
  const scope = await pickScope(argument, services);
  const webhooks = scope && (await currentWebhooks(scope, services));
  if (!webhooks) return undefined;
  const named = webhooks.find(({ key }) => key === webhookArgument(argument)?.webhookKey);
  if (named) return { scope, webhook: named };
  if (webhooks.length === 0) {
    void showInformation(l10n.t('There are no webhooks.'));
    return undefined;
  }
  return choose<PickedWebhook>({
    title: titleOf(scope),
    placeholder,
    choices: webhooks.map((webhook) => {
      const { icon, label } = deliveryText(webhook.latestDelivery);
      return {
        label: webhook.name,
        description: label,
        detail: webhook.url,
        iconPath: new ThemeIcon(icon),
        value: { scope, webhook },
      };
    }),
  });
}

/** Lets the user pick among the newest deliveries of a webhook. Returns undefined, and throws, as `pickWebhook`. */
async function pickDelivery(
  { scope, webhook }: PickedWebhook,
  placeholder: string,
  { webhooks: lists }: WebhookServices,
): Promise<Delivery | undefined> {
  const asking = () => lists.askDeliveries(scope.connection, webhook.key);
  const deliveries = valueOf(await withProgress(l10n.t('Getting deliveries…'), asking), scope);
  if (!deliveries) return undefined;
  if (deliveries.items.length === 0) {
    void showInformation(l10n.t('No deliveries in the last 30 days.'));
    return undefined;
  }
  return choose({
    title: l10n.t('Deliveries to {0}', webhook.name),
    placeholder,
    choices: deliveries.items.map((delivery) => {
      const { icon, label } = deliveryText(delivery);
      const description = timeText(delivery.at);
      return { label, description, iconPath: new ThemeIcon(icon), value: delivery };
    }),
  });
}

function titleOf({ connection, project }: WebhookScope): string {
  return project === undefined
    ? l10n.t('Global webhooks of {0}', connection.connectionId)
    : l10n.t('Webhooks of {0}', project);
}

/** Returns undefined, after a message, if the account does not administer the place. @throws {Failure} otherwise */
function valueOf<T>(
  { state, value, failure }: OnDemandData<T>,
  { connection, project }: WebhookScope,
): T | undefined {
  if (state === 'there') return value;
  if (failure?.code !== 'forbidden') throw failure ?? new Error(`webhooks: ${state}`);
  const { connectionId } = connection;
  void showInformation(
    project === undefined
      ? l10n.t('You need administrator permission on “{0}” to manage global webhooks.', connectionId)
      : l10n.t('You need administrator permission on project “{0}” to manage its webhooks.', project),
  );
  return undefined;
}

async function resolveDelivery(argument: unknown, placeholder: string, services: WebhookServices) {
  const named = webhookArgument(argument);
  const connection = services.connections().find(({ uuid }) => uuid === named?.uuid);
  if (named?.deliveryId !== undefined && connection) {
    const known = services.webhooks.webhooksOf(connection.uuid, named.projectKey).value;
    const webhook = known?.find(({ key }) => key === named.webhookKey);
    return { connection, deliveryId: named.deliveryId, hasSecret: webhook?.hasSecret };
  }
  const picked = await pickWebhook(argument, placeholder, services);
  const delivery = picked && (await pickDelivery(picked, placeholder, services));
  if (!delivery) return undefined;
  const { scope, webhook } = picked;
  return { connection: scope.connection, deliveryId: delivery.id, hasSecret: webhook.hasSecret };
}

async function apiOf(connection: Connection, { apiFor }: WebhookServices): Promise<Api> {
  const api = await apiFor(connection);
  if (!api) throw new Failure('unauthorized', `${connection.connectionId} has no token`);
  return api;
}

const scheme = 'service-delivery';

/** Returns a function that shows a delivery as a read-only document, which is never written to disk. */
function deliveryDocuments({ own }: WebhookServices) {
  const changed = own(new vscode.EventEmitter<vscode.Uri>());
  const texts = new Map<string, string>();
  own(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
    }),
  );
  own(vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())));
  return async (delivery: DeliveryDetails): Promise<void> => {
    // The tab shows the name. The id distinguishes two deliveries of the same second.
    const name = `${delivery.name ?? 'webhook'} ${delivery.at}`.replaceAll(/[/\\:]/g, '-');
    const uri = vscode.Uri.from({ scheme, path: `/${name}.jsonc`, query: delivery.id });
    texts.set(uri.toString(), documentText(delivery));
    changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  };
}

/** Returns the facts about the delivery as comments, followed by its indented body. */
function documentText(delivery: DeliveryDetails): string {
  const { url, at, name, payload } = delivery;
  const reason = deliveryErrorOf(delivery);
  const lines = [
    [name, url].filter(Boolean).join(' · '),
    `${timeText(at)} · ${deliveryText(delivery).label}`,
    ...(reason === undefined ? [] : [vscode.l10n.t('Error: {0}', reason)]),
    vscode.l10n.t('The payload is indented here for reading. It is sent again unchanged.'),
  ];
  // Each fact is one line, even if a name or a reason contains line breaks.
  const head = lines.map((line) => `// ${line.replaceAll(/\s+/g, ' ')}`);
  return [...head, indented(payload), ''].join('\n');
}

function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), undefined, 2);
  } catch {
    // A payload that is not JSON is shown unchanged.
    return payload;
  }
}
