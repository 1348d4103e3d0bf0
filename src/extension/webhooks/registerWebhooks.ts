import { lazyCommands } from '../host/commands.ts';
import { webhookCommandIds } from '../host/commandTable.ts';
import type { WebhookServices } from './webhookLists.ts';

/** Returns the commands about webhooks. Their code is loaded with the first use. */
export function registerWebhooks(services: WebhookServices) {
  return lazyCommands(webhookCommandIds, async () => {
    const { webhookCommands } = await import('./webhookCommands.ts');
    return webhookCommands({ ...services, lists: services.webhooks, gates: services.allGates });
  });
}
