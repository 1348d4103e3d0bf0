import { listen, type ListenOptions } from '../webhooks/listen.ts';
import type { CommandRow } from '../program.ts';

export const webhooksCommand: CommandRow = (program, run) => {
  const webhooks = program.command('webhooks').description("Receive the platform's webhooks");
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
    .option('--json', 'answer in JSON')
    .action(run((context, options: ListenOptions) => listen(context, options, interrupted())));
};

/** Aborted when the person or the system wants this process to end. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      controller.abort();
    });
  return controller.signal;
}
