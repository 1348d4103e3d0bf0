import { printable } from '../core/printable.ts';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { acceptJson, printAnswer, type JsonFlag } from '../node/process/answers.ts';
import { serviceHome } from '../node/files/serviceHome.ts';
import { openDatabase } from './database.ts';
import { RelayKeys, type RelayKey } from './keys.ts';
import { startRelay } from './relay.ts';

interface StartFlags extends JsonFlag {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  readonly secretEnv: readonly string[];
  readonly unsigned?: true;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly keep: number;
  readonly maxStreams: number;
  readonly maxStreamsPerKey?: number;
  readonly allowedHost: readonly string[];
}

interface KeyFlags extends JsonFlag {
  readonly data: string;
  readonly project: readonly string[];
  readonly name: string;
  readonly days?: number;
}

const say = (line: string): void => {
  process.stderr.write(`${printable(line)}\n`);
};

const dayMs = 24 * 3_600_000;
const loopback = /^(?:127\.|::1$|localhost$)/;

/** Returns a parser for commander that accepts a whole number from `least` to `most`. */
function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`);
    return value;
  };
}

const collect = (text: string, former: readonly string[]): string[] => [...former, text];

/** Ends the command with a message and exit code 2, the code for wrong options. */
function misuse(command: Command, message: string): never {
  command.error(`error: ${message}`, { exitCode: 2 });
}

async function start(flags: StartFlags, command: Command): Promise<void> {
  const { port, host, data, keep, maxStreams, maxStreamsPerKey, allowedHost, tlsCert, tlsKey } = flags;
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    misuse(command, '--tls-cert and --tls-key belong together');
  const secrets = flags.secretEnv.map((name) => {
    const secret = process.env[name];
    if (!secret) misuse(command, `the variable ${name} that --secret-env names is not set`);
    return secret;
  });
  if (secrets.length === 0 && !flags.unsigned) {
    if (!loopback.test(host))
      misuse(command, `${host} can be reached by others: name a secret (--secret-env), or say --unsigned`);
    say('No --secret-env: deliveries are taken from anybody who can reach this port.');
  }
  if (!loopback.test(host) && tlsCert === undefined)
    say('Without --tls-cert relay keys travel in clear: put a proxy with TLS in front.');
  const relay = await startRelay({
    port,
    host,
    data,
    secrets,
    keep,
    maxStreams,
    maxStreamsPerKey,
    allowedHosts: allowedHost,
    tls: tlsCert !== undefined && tlsKey !== undefined ? { cert: tlsCert, key: tlsKey } : undefined,
    onError: (error) => {
      say(error instanceof Error ? (error.stack ?? error.message) : String(error));
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
    } catch (error) {
      say(`The certificate cannot be used, the old one stays: ${String(error)}`);
    }
  });
  printAnswer(flags, { url: relay.url, pid: process.pid }, () => `The relay is ready: ${relay.url}`);
  await stopped;
  await relay.stop();
  if (process.connected) process.disconnect();
}

/** Runs `work` with the keys in a data folder, whether or not a relay is running on it. */
function withKeys<T>(data: string, work: (keys: RelayKeys) => T): T {
  const db = openDatabase(data);
  try {
    return work(new RelayKeys(db, Date.now));
  } finally {
    db.close();
  }
}

/** Returns the commands of `service-cli relay …`. */
export function relayProgram(): Command {
  const program = new Command('service-cli relay')
    .description('Tells editors at once that a quality gate may have changed')
    .exitOverride();
  const home = join(serviceHome(process.env).directory, 'relay');
  const dataOption = ['--data <directory>', 'where push events and keys are kept', home] as const;

  program
    .command('start')
    .description(
      'Takes deliveries at /webhook and rings at /doorbells until it is interrupted; prints its address once it is ready',
    )
    .option('--port <number>', 'port to listen on; 0 takes a free one', whole(0, 65_535), 8098)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(...dataOption)
    .option(
      '--secret-env <name>',
      "variable that holds the webhooks' secret; twice while it is being replaced",
      collect,
      [],
    )
    .option('--unsigned', 'take deliveries without a signature, also from other machines')
    .option('--tls-cert <file>', 'certificate (PEM); read anew on SIGHUP')
    .option('--tls-key <file>', 'its key (PEM)')
    .option(
      '--keep <number>',
      'push events that are kept for editors that come back',
      whole(100, 10_000_000),
      100_000,
    )
    .option('--max-streams <number>', 'streams at once', whole(1, 100_000), 10_000)
    .option(
      '--max-streams-per-key <number>',
      'streams of one key at once (default: half of --max-streams, at least 16)',
      whole(1, 100_000),
    )
    .option(
      '--allowed-host <name>',
      'the only other names in the Host header, as of a load balancer; may be repeated',
      collect,
      [],
    )
    .action(start);

  const key = program.command('key').description('Keys with which editors listen');
  key
    .command('create')
    .description('Makes a key and prints it, this once')
    .requiredOption('--project <key>', 'project whose push events it may hear; may be repeated', collect, [])
    .option('--name <text>', 'for whom or what it is', '')
    .option('--days <number>', 'how long it is valid', whole(1, 3650))
    .option(...dataOption)
    .action((flags: KeyFlags, command: Command) => {
      const { data, project, name, days } = flags;
      if (project.length === 0) misuse(command, 'name at least one --project');
      const expiresAt = days === undefined ? undefined : Date.now() + days * dayMs;
      const made = withKeys(data, (keys) =>
        keys.create({ name, projects: [...new Set(project)], expiresAt }),
      );
      const entry = shown(made.entry);
      printAnswer(flags, { key: made.key, ...entry }, () =>
        [`Key ${textOf(entry)}`, `Shown this once: ${made.key}`].join('\n'),
      );
    });
  key
    .command('list')
    .description('Lists keys by their ids, never the keys themselves')
    .option(...dataOption)
    .action((flags: KeyFlags) => {
      const entries = withKeys(flags.data, (keys) => keys.list()).map(shown);
      for (const entry of entries) printAnswer(flags, entry, () => textOf(entry));
      if (entries.length === 0) say('There are no relay keys.');
    });
  key
    .command('revoke')
    .description('Revokes a key; its streams end within seconds')
    .argument('<id>', 'as `key list` shows it')
    .option(...dataOption)
    .action((id: string, flags: KeyFlags) => {
      const entry = shown(withKeys(flags.data, (keys) => keys.revoke(id)));
      printAnswer(flags, entry, () => `Revoked: ${textOf(entry)}`);
    });
  acceptJson(program);
  return program;
}

/** The printed form of a key: dates are in ISO 8601, and the secret is left out. */
interface ShownKey extends Omit<RelayKey, 'createdAt' | 'expiresAt' | 'revokedAt'> {
  readonly createdAt: string;
  readonly expiresAt: string | undefined;
  readonly revokedAt: string | undefined;
}

function shown({ createdAt, expiresAt, revokedAt, ...entry }: RelayKey): ShownKey {
  const date = (at: number) => new Date(at).toISOString();
  return {
    ...entry,
    createdAt: date(createdAt),
    expiresAt: expiresAt === undefined ? undefined : date(expiresAt),
    revokedAt: revokedAt === undefined ? undefined : date(revokedAt),
  };
}

function textOf({ id, name, projects, createdAt, expiresAt, revokedAt }: ShownKey): string {
  return [
    name === '' ? id : `${id} (${name})`,
    `for ${projects.join(', ')}`,
    `made ${createdAt}`,
    ...(expiresAt === undefined ? [] : [`valid until ${expiresAt}`]),
    ...(revokedAt === undefined ? [] : [`revoked ${revokedAt}`]),
  ].join(' · ');
}
