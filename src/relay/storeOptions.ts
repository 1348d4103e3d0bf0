import { join } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { serviceHome } from '../node/files/serviceHome.ts';
import type { NatsAddress } from './nats/natsStore.ts';

export interface StoreFlags {
  readonly data: string;
  readonly nats?: readonly string[];
  readonly natsCredentials?: string;
  readonly natsCa?: string;
  readonly natsCert?: string;
  readonly natsKey?: string;
  readonly natsReplicas: 1 | 3;
}

/** The variables with the login at NATS. They are not options, because other users of the machine can see arguments. */
const userVariable = 'SERVICE_RELAY_NATS_USER';
const passwordVariable = 'SERVICE_RELAY_NATS_PASSWORD';

export function addStoreOptions(command: Command): Command {
  const home = join(serviceHome(process.env).directory, 'relay');
  return command
    .addOption(optionOf('--data <directory>', 'folder of push events and keys').default(home))
    .addOption(
      optionOf(
        '--nats <url>',
        `NATS servers that store push events and keys instead of --data, separated by commas; login by ${userVariable} and ${passwordVariable}`,
      ).argParser(collectList),
    )
    .addOption(optionOf('--nats-credentials <file>', 'NATS credentials file (.creds)'))
    .addOption(optionOf('--nats-ca <file>', 'certificates (PEM) to trust for NATS'))
    .addOption(optionOf('--nats-cert <file>', 'client certificate (PEM) for NATS'))
    .addOption(optionOf('--nats-key <file>', 'key of the client certificate (PEM)'))
    .addOption(
      optionOf('--nats-replicas <number>', 'NATS servers that store each push event and key: 1 or 3')
        .argParser((text) => {
          if (text !== '1' && text !== '3') throw new InvalidArgumentError('Use 1 or 3.');
          return Number(text);
        })
        .default(1),
    );
}

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`Use a number from ${least} to ${most}.`);
    return value;
  };
}

/** Returns an option that can also be set by a variable: `--max-streams` by SERVICE_RELAY_MAX_STREAMS. */
export function optionOf(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.env(`SERVICE_RELAY_${option.name().replaceAll('-', '_').toUpperCase()}`);
}

/** Parses an option that may be repeated, and that may have several values separated by commas. */
export function collectList(text: string, former: readonly string[] | undefined): string[] {
  // The parser takes any next argument for the value: --allowed-host without one would swallow --unsigned.
  if (text.startsWith('-')) throw new InvalidArgumentError('The value is missing.');
  return [...(former ?? []), ...text.split(',').map((part) => part.trim())].filter((part) => part !== '');
}

/** Ends the command with a message and exit code 2, the code for wrong options. */
export function endWithUsageError(command: Command, message: string): never {
  command.error(`error: ${message}`, { exitCode: 2 });
}

/** Returns how to reach NATS; undefined without `--nats`. */
export function natsAddressOf(flags: StoreFlags, command: Command): NatsAddress | undefined {
  const { nats, natsCredentials, natsCa, natsCert, natsKey } = flags;
  if (nats === undefined || nats.length === 0) return undefined;
  for (const url of nats)
    if (!/^(?:nats|tls):\/\/[^@/\s]+$/.test(url))
      // The value is not printed: it may hold a password.
      endWithUsageError(command, '--nats takes URLs like nats://host:4222, without user and password');
  if ((natsCert === undefined) !== (natsKey === undefined))
    endWithUsageError(command, '--nats-cert and --nats-key must be used together');
  return {
    servers: nats,
    credentials: natsCredentials,
    user: process.env[userVariable],
    password: process.env[passwordVariable],
    ca: natsCa,
    clientCert:
      natsCert !== undefined && natsKey !== undefined ? { cert: natsCert, key: natsKey } : undefined,
  };
}
