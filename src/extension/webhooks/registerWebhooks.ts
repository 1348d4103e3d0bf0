import { lazyCommands } from '../host/commands.ts';
import { webhookCommandIds } from '../host/commandTable.ts';
import type { WebhookServices } from './webhookLists.ts';

export function registerWebhooks(services: WebhookServices) {
  return lazyCommands(webhookCommandIds, async () => {
    const { webhookCommands } = await import('./webhookCommands.ts');
    return webhookCommands(services);
  });
}
