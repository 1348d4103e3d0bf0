import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { neutralBrand } from '../../src/core/brand.ts';
import {
  emptyConnectionsFile,
  type ConnectionsFile,
  ConnectionStore,
} from '../../src/core/connections/store.ts';
import { emptySecretSyncFile, SecretSync } from '../../src/core/connections/secretSync.ts';
import { TokenStore } from '../../src/core/connections/tokenStore.ts';
import { migrate, type MigrationOptions } from '../../src/core/migration/migrate.ts';
import type { MigrationReport, MigrationOutcome } from '../../src/core/migration/report.ts';
import type { InspectedSection, LegacySection, SettingsLocation } from '../../src/core/migration/settings.ts';
import { systemClock } from '../../src/node/process/clock.ts';
import { CollectingLog } from './collectingLog.ts';
import { MemoryFile } from './memoryFile.ts';

export type Sections = Partial<Record<LegacySection, InspectedSection>>;

/** The state that survives the process: settings, secret store, connections file. */
export interface Durable {
  sections: Sections;
  secrets: Map<string, string>;
  file: ConnectionsFile;
}

export function durable(state: Partial<Durable> = {}): Durable {
  return { sections: {}, secrets: new Map(), file: emptyConnectionsFile, ...structuredClone(state) };
}

/** The process ends at the n-th write, counted from 1, just before or just after it is done. */
interface Kill {
  readonly at: number;
  readonly when: 'before' | 'after';
}

export interface Start extends Partial<MigrationOptions> {
  readonly session: string;
  readonly kill?: Kill;
  /** After each write that was done. */
  readonly onWrite?: () => void;
  /** A secret store that refuses to store. */
  readonly isLocked?: boolean;
  /** Another window is at it. */
  readonly isBusy?: boolean;
  /** Something that happens in the settings just before the migration writes them. */
  readonly beforeReplace?: () => void;
}

export interface Run {
  /** Undefined: the process was killed, or another window is at it. */
  readonly report: MigrationReport | undefined;
  readonly writes: number;
  readonly log: readonly string[];
}

let uuids = 0;

/** One start of the editor in one window: real store, token store and migration over state that lasts. */
export async function start(state: Durable, options: Start): Promise<Run> {
  const { kill, onWrite, isLocked, isBusy, beforeReplace, ...migrationOptions } = options;
  const log = new CollectingLog();
  let writes = 0;
  const process = { isDead: false };
  const assertAlive = () => {
    if (process.isDead) throw new Error('killed');
  };
  const write = (apply: () => void): void => {
    assertAlive();
    writes++;
    const dies = writes === kill?.at;
    process.isDead = dies;
    if (dies && kill.when === 'before') throw new Error('killed');
    apply();
    onWrite?.();
    assertAlive();
  };
  const file = new MemoryFile(state.file, (apply) =>
    write(() => {
      apply();
      state.file = file.value;
    }),
  );
  const secrets = {
    get: (key: string) => Promise.resolve(state.secrets.get(key)),
    store: async (key: string, value: string) => {
      await Promise.resolve();
      if (isLocked) throw new Error('the keyring is locked');
      write(() => state.secrets.set(key, value));
    },
    delete: async (key: string) => {
      await Promise.resolve();
      write(() => state.secrets.delete(key));
    },
  };
  const secretSync = new SecretSync({
    file: new MemoryFile(emptySecretSyncFile),
    clock: systemClock,
    newNonce: () => 'nonce',
    log,
  });
  const tokenStore = new TokenStore({ secrets, secretSync, log });
  const newUuid = () => `uuid-${++uuids}`;
  const store = new ConnectionStore({ file, tokenStore, newUuid, log });
  const settings = {
    inspect: (section: LegacySection) => structuredClone(state.sections[section] ?? {}),
    replace: async (
      location: SettingsLocation,
      { expected, next }: { readonly expected: readonly unknown[]; readonly next: readonly unknown[] },
    ) => {
      await Promise.resolve();
      beforeReplace?.();
      if (!isDeepStrictEqual(valueAt(state.sections, location), expected)) return 'changed' as const;
      write(() => {
        state.sections = withValueAt(state.sections, location, structuredClone(next));
      });
      return 'replaced' as const;
    },
  };
  const ports = {
    settings,
    store,
    tokenStore,
    secrets,
    exclusively: async <T>(work: () => Promise<T>) => (isBusy ? undefined : { value: await work() }),
    cloud: () => neutralBrand.cloud,
    newUuid,
    log,
  };
  try {
    const report = await migrate(ports, migrationOptions);
    return { report: process.isDead ? undefined : report, writes, log: log.lines };
  } catch (error) {
    if (!process.isDead) throw error;
    return { report: undefined, writes, log: log.lines };
  } finally {
    store.dispose();
    tokenStore.dispose();
  }
}

/** Settings of the person's own file. */
export const user = (server: unknown, cloud?: unknown): Sections => ({
  server: { globalLocalValue: server },
  ...(cloud !== undefined && { cloud: { globalLocalValue: cloud } }),
});

/** A start that is expected to come to an end. */
export async function run(
  state: Durable,
  options: Partial<Start> = {},
): Promise<readonly MigrationOutcome[]> {
  const { report } = await start(state, { session: 's1', ...options });
  assert(report);
  return report.outcomes;
}

export const names = ({ file }: Durable): string[] =>
  file.connections.map(({ connectionId }) => connectionId);

/** The secret of the connection with this id. */
export function secretOf({ file, secrets }: Durable, id: string): unknown {
  const connection = file.connections.find(({ connectionId }) => connectionId === id);
  const text = secrets.get(`connection/${connection?.uuid}`);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Of each element, `migrated`, `alreadyMigrated` or why it was refused. */
export const keysOf = (outcomes: readonly MigrationOutcome[]) => outcomes.map(({ key }) => key);

export const reasons = (outcomes: readonly MigrationOutcome[]): string[] =>
  outcomes.map((outcome) => (outcome.outcome === 'refused' ? outcome.reason.problem : outcome.outcome));

export const removals = (outcomes: readonly MigrationOutcome[]): string[] =>
  outcomes.map((outcome) => (outcome.outcome === 'refused' ? 'refused' : outcome.removal));

function valueAt(sections: Sections, { section, level, folder }: SettingsLocation): unknown {
  const inspected = sections[section] ?? {};
  if (level === 'folder') return inspected.folders?.find((item) => item.folder === folder)?.value;
  return level === 'workspace' ? inspected.workspaceValue : inspected.globalLocalValue;
}

function withValueAt(
  sections: Sections,
  { section, level, folder }: SettingsLocation,
  value: unknown,
): Sections {
  const inspected = sections[section] ?? {};
  const folders =
    inspected.folders?.map((item) => (item.folder === folder ? { ...item, value } : item)) ?? [];
  const changed =
    level === 'folder'
      ? { folders }
      : level === 'workspace'
        ? { workspaceValue: value }
        : { globalLocalValue: value };
  return { ...sections, [section]: { ...inspected, ...changed } };
}

export const [t1, t2] = ['squ_' + '1'.repeat(40), 'squ_' + '2'.repeat(40)] as const;
export const url = 'https://example.org';
export const other = 'https://other.example';
