import { Option } from 'commander';
import { listen, type ListenOptions } from '../webhooks/listen.ts';
import { create, deliveries, delivery, list, redeliver, remove, update } from '../webhooks/manage.ts';
import { untilInterrupted } from '../interrupted.ts';
import { collect } from '../options.ts';
import type { CommandRow } from '../program.ts';

/** Adds `webhooks`: listening, the webhooks of the platform, and their deliveries. */
export const webhooksCommand: CommandRow = (program, run) => {
  const webhooks = program.command('webhooks').description('Receive and manage webhooks of the platform');
  addListen(webhooks, run);
  addChanges(webhooks, run);
  addDeliveries(webhooks, run);
};

const addListen: CommandRow = (webhooks, run) =>
  webhooks
    .command('listen')
    .description('Receive deliveries, verify their signatures, and print one line for each')
    .option('--port <number>', 'port on this machine; 0 selects a free one', '8099')
    .option('--path <path>', 'path of the URL that the platform calls', '/')
    .addOption(
      new Option(
        '--secret-env <name>',
        'variable that contains the secret; repeat it while replacing the secret',
      )
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--exec <command>', 'command to run for each accepted delivery, with its body on standard input')
    .option(
      '--run-duplicates',
      'accept a body that was accepted before; a redelivery and a replay look the same',
    )
    .addOption(
      new Option(
        '--allowed-host <name>',
        'another name to accept in the Host header of unsigned deliveries; repeatable',
      )
        .argParser(collect)
        .default([], 'none'),
    )
    .action(
      run((context, options: ListenOptions) => untilInterrupted((stop) => listen(context, options, stop))),
    );

const addChanges: CommandRow = (webhooks, run) => {
  webhooks
    .command('list')
    .description('List webhooks with their last delivery')
    .option(...projectOption)
    .action(run(list));
  webhooks
    .command('create')
    .description('Create a webhook (at most 10 per project and 10 global ones)')
    .requiredOption('--name <text>', 'name, at most 100 characters')
    .requiredOption(
      '--url <address>',
      'http or https address, at most 512 characters; can include credentials',
    )
    .option(...projectOption)
    .option(
      '--secret-env <name>',
      'variable that contains the secret to sign deliveries with (16 to 200 characters)',
    )
    .option('--generate-secret', 'generate a secret and show it once')
    .action(run(create));
  webhooks
    .command('update')
    .description('Change a webhook; properties that are not given are kept, including the secret')
    .argument('<key>', 'key, as shown by `webhooks list`')
    .option('--name <text>', 'new name')
    .option('--url <address>', 'new address; required in full if the platform shows asterisks')
    .option(...projectOption)
    .option('--secret-env <name>', 'variable that contains the new secret')
    .option('--generate-secret', 'generate a new secret and show it once')
    .option('--remove-secret', 'stop signing deliveries')
    .action(run(update));
  webhooks
    .command('delete')
    .description('Delete a webhook and the record of its deliveries')
    .argument('<key>', 'key, as shown by `webhooks list`')
    .option('--yes', 'delete without prompting')
    .action(run(remove));
};

const addDeliveries: CommandRow = (webhooks, run) => {
  webhooks
    .command('deliveries')
    .description('List the deliveries of a webhook in the last 30 days, newest first')
    .argument('<key>', 'key, as shown by `webhooks list`')
    .action(run(deliveries));
  webhooks
    .command('delivery')
    .description('Show a delivery with its payload and, if it failed, the error')
    .argument('<id>', 'ID, as shown by `webhooks deliveries`')
    .action(run(delivery));
  webhooks
    .command('redeliver')
    .description('Send a recorded delivery again from this machine, with the same body, marked as a repeat')
    .argument('<id>', 'ID, as shown by `webhooks deliveries`')
    .option(
      '--url <address>',
      'address to send to (default: the recorded address, if the platform shows it in full)',
    )
    .option('--secret-env <name>', 'variable that contains the secret to sign with')
    .option('--unsigned', 'send without a signature')
    .option('--allow-private', 'send to this machine and private networks without prompting')
    .action(run(redeliver));
};

const projectOption = ['-p, --project <key>', 'key of the project (default: global webhooks)'] as const;
