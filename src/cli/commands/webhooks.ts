import { create, remove, update, type CreateOptions, type UpdateOptions } from '../webhooks/change.ts';
import { list, type WebhookOwner, deliveries, delivery } from '../webhooks/listings.ts';
import { listen, type ListenOptions } from '../webhooks/listen.ts';
import { redeliver, type RedeliverOptions } from '../webhooks/redeliver.ts';
import type { CommandRow } from '../program.ts';

export const webhooksCommand: CommandRow = (program, run) => {
  const webhooks = program
    .command('webhooks')
    .description("Receive the platform's webhooks, and manage them");
  addListen(webhooks, run);
  addChanges(webhooks, run);
  addDeliveries(webhooks, run);
};

const addListen: CommandRow = (webhooks, run) => {
  webhooks
    .command('listen')
    .description('Take deliveries, check their signature, print one line for each')
    .option('--port <number>', 'port on this machine; 0 takes a free one', '8099')
    .option('--path <path>', 'path of the URL that the platform calls', '/')
    .option(
      '--secret-env <name>',
      'variable that holds the secret; twice while it is being replaced',
      (name: string, names: string[]) => [...names, name],
      [],
    )
    .option('--exec <command>', 'run for each accepted delivery, with its body on standard input')
    .option(
      '--run-duplicates',
      'accept a body that was taken before: a redelivery is the same body, and so is a replayed one',
    )
    .option(
      '--allowed-host <name>',
      'another name in the Host header of unsigned deliveries; may be repeated',
      (name: string, names: string[]) => [...names, name],
      [],
    )
    .action(run((context, options: ListenOptions) => listen(context, options, interrupted())));
};

const addChanges: CommandRow = (webhooks, run) => {
  webhooks
    .command('list')
    .description('Webhooks with their last delivery')
    .option(...projectOption)
    .action(run((context, options: WebhookOwner) => list(context, options)));
  webhooks
    .command('create')
    .description('Make a webhook; at most 10 of a project and 10 global ones')
    .requiredOption('--name <text>', 'at most 100 characters')
    .requiredOption('--url <address>', 'http or https, at most 512 characters; may hold credentials')
    .option(...projectOption)
    .option(
      '--secret-env <name>',
      'variable that holds the secret deliveries are signed with (16 to 200 characters)',
    )
    .option('--generate-secret', 'make a secret and show it once')
    .action(run((context, options: CreateOptions) => create(context, options)));
  webhooks
    .command('update')
    .description('Change a webhook; what is not named stays, the secret too')
    .argument('<key>', 'as `webhooks list` shows it')
    .option('--name <text>', 'another name')
    .option('--url <address>', 'another address; needed in full where the platform shows stars')
    .option(...projectOption)
    .option('--secret-env <name>', 'variable that holds the new secret')
    .option('--generate-secret', 'make a new secret and show it once')
    .option('--remove-secret', 'deliveries are not signed any more')
    .action(run((context, key: string, options: UpdateOptions) => update(context, key, options)));
  webhooks
    .command('delete')
    .description('Delete a webhook and the record of its deliveries')
    .argument('<key>', 'as `webhooks list` shows it')
    .option('--yes', 'without asking')
    .action(run((context, key: string, options: { yes?: true }) => remove(context, key, options)));
};

const addDeliveries: CommandRow = (webhooks, run) => {
  webhooks
    .command('deliveries')
    .description('Deliveries of a webhook in the last 30 days, newest first')
    .argument('<key>', 'as `webhooks list` shows it')
    .action(run((context, key: string) => deliveries(context, key)));
  webhooks
    .command('delivery')
    .description('One delivery with its payload and, where it failed, why')
    .argument('<id>', 'as `webhooks deliveries` shows it')
    .action(run((context, id: string) => delivery(context, id)));
  webhooks
    .command('redeliver')
    .description('Send a recorded delivery again from this machine: the same body, marked as a repeat')
    .argument('<id>', 'as `webhooks deliveries` shows it')
    .option('--url <address>', 'where to; the recorded address where the platform shows it in full')
    .option('--secret-env <name>', 'variable that holds the secret to sign with')
    .option('--unsigned', 'send it without a signature')
    .option('--allow-private', 'without asking, also to this machine and private networks')
    .action(run((context, id: string, options: RedeliverOptions) => redeliver(context, id, options)));
};

const projectOption = ['-p, --project <key>', 'whose; without it the global ones'] as const;

/** Returns a signal that aborts when the user or the system asks this process to end. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      controller.abort();
    });
  return controller.signal;
}
