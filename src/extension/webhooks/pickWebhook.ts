import { l10n, ThemeIcon } from 'vscode';
import type { Delivery, Webhook } from '../../core/api/webhooks.ts';
import { webhookArgument } from '../host/arguments.ts';
import { pickConnection } from '../connections/pickConnection.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { deliveryText, timeText } from './deliveryTexts.ts';
import type { OnDemandData, WebhookScope, WebhookServices } from './webhookLists.ts';

export interface PickedWebhook {
  readonly scope: WebhookScope;
  readonly webhook: Webhook;
}

/** Returns undefined if the user cancels. The place is a project, or the connection as a whole. */
export async function pickScope(
  argument: unknown,
  services: WebhookServices,
): Promise<WebhookScope | undefined> {
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

/** Requests the webhooks of a place; undefined, after a message, if the account does not administer the place. */
export async function currentWebhooks(
  scope: WebhookScope,
  { webhooks: lists }: WebhookServices,
): Promise<readonly Webhook[] | undefined> {
  const asking = () => lists.ask(scope);
  return valueOf(await withProgress(l10n.t('Getting webhooks…'), asking), scope);
}

/**
 * Returns the webhook that the argument names, else the one that the user picks. Undefined if the user cancels, and,
 * after a message, if the list is empty or forbidden.
 */
export async function pickWebhook(
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
export async function pickDelivery(
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

export function titleOf({ connection, project }: WebhookScope): string {
  return project === undefined
    ? l10n.t('Global webhooks of {0}', connection.connectionId)
    : l10n.t('Webhooks of {0}', project);
}

/** Undefined, after a message, if the account does not administer the place; throws all other failures. */
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
