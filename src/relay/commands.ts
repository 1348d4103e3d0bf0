import { Command } from 'commander';
import { isLoopbackAddress } from '../node/http/server/requestGuard.ts';
import { addExamples } from '../node/commandHelp.ts';
import { acceptJson, printAnswer, type JsonFlag } from '../node/jsonOption.ts';
import { startRelay } from './relay.ts';
import type { RelayKey, RelayKeys } from './relayKeys.ts';
import { openSqliteKeys } from './sqliteStore.ts';
import {
  addStoreOptions,
  collectList,
  endWithUsageError,
  natsAddressOf,
  optionOf,
  wholeNumber,
  type StoreFlags,
} from './storeOptions.ts';
import { printable, printableJson } from '../core/printable.ts';

interface StartFlags extends JsonFlag, StoreFlags {
  readonly port: number;
  readonly host: string;
  readonly secretEnv: readonly string[];
  readonly unsigned?: true;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly keep: number;
  readonly keepDays: number;
  readonly maxStreams: number;
  readonly maxStreamsPerKey?: number;
  readonly allowedHost: readonly string[];
  readonly drainSeconds: number;
  readonly maxDeliveries: number;
  readonly logFormat: LogFormat;
}

export function relayProgram(): Command {
  const program = new Command('service-cli relay')
    .description('Forward webhooks about quality gates to editors as push events')
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
  addStartCommand(program);
  addKeyCommands(program);
  acceptJson(program);
  addExamples(program);
  return program;
}

function addStartCommand(program: Command): void {
  addLimitOptions(addStoreOptions(program.command('start')))
    .description(
      'Receive deliveries at /webhook and send push events at /events until interrupted; prints the address when ready',
    )
    .addOption(
      optionOf('--port <number>', 'port to listen on; 0 selects a free one')
        .argParser(wholeNumber(0, 65_535))
        .default(8098),
    )
    .addOption(optionOf('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      optionOf('--secret-env <name>', 'variable that holds the webhook secret; two while you replace it')
        .argParser(collectList)
        .default([], 'none'),
    )
    // No variable sets this: a value like "false" would also turn it on.
    .option('--unsigned', 'accept deliveries without a signature, also from other machines')
    .addOption(optionOf('--tls-cert <file>', 'certificate (PEM); SIGHUP reads it again'))
    .addOption(optionOf('--tls-key <file>', 'key of the certificate (PEM)'))
    .addOption(
      optionOf('--keep <number>', 'push events to keep for editors that reconnect')
        .argParser(wholeNumber(100, 10_000_000))
        .default(100_000),
    )
    .addOption(
      optionOf('--keep-days <number>', 'days after which push events are deleted')
        .argParser(wholeNumber(1, 365))
        .default(30),
    )
    .addOption(
      optionOf(
        '--allowed-host <name>',
        'name that requests may use in the Host header, such as that of a load balancer; repeatable; others are refused',
      )
        .argParser(collectList)
        .default([], 'any'),
    )
    .addOption(
      optionOf('--drain-seconds <number>', 'time over which a stopping relay ends its streams')
        .argParser(wholeNumber(0, 600))
        .default(5),
    )
    .addOption(
      optionOf('--log-format <format>', 'format of the lines on standard error')
        .choices(['text', 'json'])
        .default('text'),
    )
    .action(start);
}

function addLimitOptions(command: Command): Command {
  return command
    .addOption(
      optionOf('--max-streams <number>', 'simultaneous streams')
        .argParser(wholeNumber(1, 100_000))
        .default(10_000),
    )
    .addOption(
      optionOf(
        '--max-streams-per-key <number>',
        'simultaneous streams of one key (default: half of --max-streams, at least 16)',
      ).argParser(wholeNumber(1, 100_000)),
    )
    .addOption(
      optionOf('--max-deliveries <number>', 'unsigned deliveries per minute of one address')
        .argParser(wholeNumber(60, 10_000_000))
        .default(30_000),
    );
}

async function start(flags: StartFlags, command: Command): Promise<void> {
  const { port, host, data, keep, keepDays, maxStreams, maxStreamsPerKey } = flags;
  const nats = natsAddressOf(flags, command);
  const log = operatorLog(
    flags.logFormat,
    (line) => process.stderr.write(line),
    () => Date.now(),
  );
  const relay = await startRelay({
    port,
    host,
    data,
    nats: nats && { ...nats, replicas: flags.natsReplicas },
    secrets: secretsOf(flags, command, log),
    keep,
    keepDays,
    maxStreams,
    maxStreamsPerKey,
    allowedHosts: flags.allowedHost,
    tls: tlsOf(flags, command, log),
    drainMs: flags.drainSeconds * 1000,
    maxDeliveriesPerMinute: flags.maxDeliveries,
    onError: log.error,
    onDelay: log.info,
    onAvailability: (isAvailable) => {
      if (isAvailable) log.info('NATS can be reached again.');
      else log.warn('NATS cannot be reached: deliveries are refused, and editors poll.');
    },
  });
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    // A disconnect means that the older Node that started this process has ended, normally or not.
    if (process.connected) process.once('disconnect', resolve);
  });
  process.on('SIGHUP', () => {
    try {
      relay.reloadCertificate();
      log.info('The relay uses the new certificate.');
    } catch (error) {
      log.warn(`The new certificate cannot be used; the relay keeps the old one: ${String(error)}`);
    }
  });
  printAnswer(flags, { url: relay.url, pid: process.pid }, () => `The relay is ready: ${relay.url}`);
  await stopped;
  log.info('The relay ends its streams and stops.');
  await relay.stop();
  if (process.connected) process.disconnect();
}

/** Returns the webhook secrets from their variables. Refuses to listen to other machines without one. */
function secretsOf(
  { secretEnv, unsigned, host }: StartFlags,
  command: Command,
  log: OperatorLog,
): readonly string[] {
  const secrets = secretEnv.map((name) => {
    const secret = process.env[name];
    if (!secret) endWithUsageError(command, `the variable ${name} that --secret-env names is not set`);
    return secret;
  });
  if (secrets.length > 0 || unsigned) return secrets;
  if (!isLoopbackAddress(host))
    endWithUsageError(
      command,
      `other machines can reach ${host}: set a secret with --secret-env, or use --unsigned`,
    );
  log.warn('Without --secret-env the relay accepts deliveries from everyone who can reach this port.');
  return secrets;
}

function tlsOf(
  { tlsCert, tlsKey, host }: StartFlags,
  command: Command,
  log: OperatorLog,
): { readonly cert: string; readonly key: string } | undefined {
  if (tlsCert !== undefined && tlsKey !== undefined) return { cert: tlsCert, key: tlsKey };
  if (tlsCert !== tlsKey) endWithUsageError(command, '--tls-cert and --tls-key must be used together');
  if (!isLoopbackAddress(host))
    log.warn(
      'Without --tls-cert relay keys are not encrypted on the network: put a proxy with TLS in front.',
    );
  return undefined;
}

type LogFormat = 'text' | 'json';

type OperatorLog = ReturnType<typeof operatorLog>;

/**
 * Returns a relay's log for its operator, which holds no key, no name of a project and no address of a user. It writes one
 * line per message: as text for people, or as JSON `{"time","level","message","stack"?}` for programs that collect logs.
 *
 * @param now Returns milliseconds since the epoch.
 */
export function operatorLog(format: LogFormat, write: (line: string) => void, now: () => number) {
  const log = (level: 'info' | 'warn' | 'error', message: string, stack?: string): void => {
    const line =
      format === 'json'
        ? printableJson({ time: new Date(now()).toISOString(), level, message, stack })
        : printable(stack ?? message);
    write(`${line}\n`);
  };
  return {
    info: (message: string) => log('info', message),
    warn: (message: string) => log('warn', message),
    /** Reports an unexpected error with its stack. */
    error: (error: unknown) => {
      if (error instanceof Error) log('error', error.message, error.stack);
      else log('error', String(error));
    },
  };
}

interface KeyFlags extends JsonFlag, StoreFlags {
  readonly project: readonly string[];
  readonly name: string;
  readonly days?: number;
}

const dayMs = 24 * 3_600_000;

function addKeyCommands(program: Command): void {
  const key = program.command('key').description('Manage the keys with which editors subscribe');
  addStoreOptions(key.command('create'))
    .description('Create a key and print it; it is not shown again')
    .requiredOption(
      '--project <key>',
      'project whose push events the key covers; repeatable',
      (text: string, former: readonly string[]) => [...former, text],
      [],
    )
    .option('--name <text>', 'the person or team that gets the key', '')
    .option('--days <number>', 'days after which the key expires', wholeNumber(1, 3650))
    .action(create);
  addStoreOptions(key.command('list'))
    .description('List the keys with their IDs; the keys themselves are not stored')
    .action(list);
  addStoreOptions(key.command('copy'))
    .description('Copy the keys of --data into --nats, to move a relay to NATS; keys that are there stay')
    .action(copy);
  addStoreOptions(key.command('revoke'))
    .description('Revoke a key; its streams end within five seconds')
    .argument('<id>', 'ID, as shown by `relay key list`')
    .action(revoke);
}

/** Editors need no new keys when a relay moves into NATS. */
async function copy(flags: KeyFlags, command: Command): Promise<void> {
  const nats = natsAddressOf(flags, command);
  if (!nats) endWithUsageError(command, 'name the NATS servers with --nats');
  const { openNatsKeys } = await import('./nats/natsStore.ts');
  const source = openSqliteKeys(flags.data, Date.now);
  try {
    const target = await openNatsKeys(nats, natsOptions(flags));
    try {
      for (const key of source.keys.stored()) {
        const isNew = await target.keys.add(key);
        printAnswer(flags, { id: key.id, copied: isNew }, () =>
          isNew ? `Copied: ${textOfKey(shown(key))}` : `Already there: ${key.id}`,
        );
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function create(flags: KeyFlags, command: Command): Promise<void> {
  const { project, name, days } = flags;
  if (project.length === 0) endWithUsageError(command, 'pass at least one --project');
  const expiresAt = days === undefined ? undefined : Date.now() + days * dayMs;
  const created = await withKeys(flags, command, (keys) =>
    keys.create({ name, projects: [...new Set(project)], expiresAt }),
  );
  const entry = shown(created.entry);
  printAnswer(flags, { key: created.key, ...entry }, () =>
    [`Key ${textOfKey(entry)}`, `The secret, which is not shown again: ${created.key}`].join('\n'),
  );
}

async function list(flags: KeyFlags, command: Command): Promise<void> {
  const entries = (await withKeys(flags, command, (keys) => keys.list())).map(shown);
  for (const entry of entries) printAnswer(flags, entry, () => textOfKey(entry));
  if (entries.length === 0) process.stderr.write('There are no relay keys.\n');
}

async function revoke(id: string, flags: KeyFlags, command: Command): Promise<void> {
  const entry = shown(await withKeys(flags, command, (keys) => keys.revoke(id)));
  printAnswer(flags, entry, () => `Revoked: ${textOfKey(entry)}`);
}

/** Runs `work` with the keys of a store, whether or not a relay is running on it. */
async function withKeys<T>(
  flags: StoreFlags,
  command: Command,
  work: (keys: RelayKeys) => Promise<T>,
): Promise<T> {
  const nats = natsAddressOf(flags, command);
  const { keys, close } = nats
    ? await (await import('./nats/natsStore.ts')).openNatsKeys(nats, natsOptions(flags))
    : openSqliteKeys(flags.data, Date.now);
  try {
    return await work(keys);
  } finally {
    await close();
  }
}

function natsOptions({ natsReplicas }: StoreFlags) {
  const onDelay = (message: string): void => {
    process.stderr.write(`${message}\n`);
  };
  return { replicas: natsReplicas, now: Date.now, onDelay };
}

type ShownKey = ReturnType<typeof shown>;

/** Returns the printed form of a key, with dates in ISO 8601. */
function shown({ createdAt, expiresAt, revokedAt, ...entry }: RelayKey) {
  const date = (at: number) => new Date(at).toISOString();
  return {
    ...entry,
    createdAt: date(createdAt),
    expiresAt: expiresAt === undefined ? undefined : date(expiresAt),
    revokedAt: revokedAt === undefined ? undefined : date(revokedAt),
  };
}

function textOfKey({ id, name, projects, createdAt, expiresAt, revokedAt }: ShownKey): string {
  return [
    name === '' ? id : `${id} (${name})`,
    `for ${projects.join(', ')}`,
    `created ${createdAt}`,
    ...(expiresAt === undefined ? [] : [`valid until ${expiresAt}`]),
    ...(revokedAt === undefined ? [] : [`revoked ${revokedAt}`]),
  ].join(' · ');
}
