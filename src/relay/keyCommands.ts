import type { Command } from 'commander';
import { printAnswer, type JsonFlag } from '../node/jsonOption.ts';
import type { RelayKey, RelayKeys } from './relayKeys.ts';
import { openSqliteKeys } from './sqlite/sqliteStore.ts';
import {
  addStoreOptions,
  endWithUsageError,
  natsAddressOf,
  wholeNumber,
  type StoreFlags,
} from './storeOptions.ts';

interface KeyFlags extends JsonFlag, StoreFlags {
  readonly project: readonly string[];
  readonly name: string;
  readonly days?: number;
}

const dayMs = 24 * 3_600_000;

/** Adds the commands `relay key create`, `relay key list` and `relay key revoke`. */
export function addKeyCommands(program: Command): void {
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
