import * as z from 'zod/mini';
import type { Disposable } from '../disposables.ts';
import { Emitter, type Event } from '../events.ts';
import { Failure, messageOf } from '../failures.ts';
import { errorsTo, type Log } from '../log.ts';
import type { SharedFile } from '../sharedFile.ts';
import { WorkQueue } from '../workQueue.ts';
import {
  type CloudConnection,
  type Connection,
  type ServerConnection,
  connectionSchema,
} from './connection.ts';

/** A legacy element's kind, its address (as of `parseServerUrl`, or `EU/organization`) and its exact id or null. */
const legacyIdentity = z.object({
  kind: z.enum(['server', 'cloud']),
  address: z.string(),
  id: z.nullable(z.string()),
});
export type LegacyIdentity = z.output<typeof legacyIdentity>;

const migrationRecord = z.object({
  identity: legacyIdentity,
  /** The uuid of the connection that the element became. */
  uuid: z.string(),
  /** The session in which its token was last copied. Only a later one may remove it from the settings. */
  copiedIn: z.string(),
  /** Whether the element is leaving the settings, or has left them, and the user has not been told. Absent: no. */
  isLeaving: z.optional(z.boolean()),
});
export type MigrationRecord = z.output<typeof migrationRecord>;

/** The data about connections that the windows of an editor share. It contains no secret. */
export const connectionsFileSchema = z.object({
  version: z.literal(1),
  connections: z.array(connectionSchema),
  /** Legacy elements that became connections. They are kept so that an element that reappears is recognized. */
  migrated: z.array(migrationRecord),
  /** Legacy elements whose connection was deleted. They do not become connections again. */
  tombstones: z.array(legacyIdentity),
});
export type ConnectionsFile = z.output<typeof connectionsFileSchema>;

export const emptyConnectionsFile: ConnectionsFile = {
  version: 1,
  connections: [],
  migrated: [],
  tombstones: [],
};

export function sameIdentity(a: LegacyIdentity, b: LegacyIdentity): boolean {
  return a.kind === b.kind && a.address === b.address && a.id === b.id;
}

export type ConnectionDraft = Omit<ServerConnection, 'uuid'> | Omit<CloudConnection, 'uuid'>;

interface ConnectionStoreOptions {
  readonly file: SharedFile<ConnectionsFile>;
  readonly tokenStore: { delete(uuid: string): Promise<void> };
  readonly newUuid: () => string;
  readonly log: Log;
}

/**
 * The user's connections, which all windows share. `list` returns the connections as last read. Every change writes the
 * file and resolves when it is on disk. Names are compared exactly, with case and blanks, because bindings refer to
 * exact names.
 */
export class ConnectionStore implements Disposable {
  readonly #options: ConnectionStoreOptions;
  readonly #changes: Emitter<void>;
  readonly #watching: Disposable;
  #current: ConnectionsFile = emptyConnectionsFile;
  #failure: Failure | undefined;
  /** Reads and edits, one after the other: a read that began before an edit must not replace its result. */
  readonly #uses = new WorkQueue();

  constructor(options: ConnectionStoreOptions) {
    this.#options = options;
    this.#changes = new Emitter(errorsTo(options.log, 'Listener of the connections'));
    this.onDidChange = this.#changes.event;
    this.#watching = options.file.onDidChange(() => {
      // `load` keeps the error in `failure` and logs it.
      this.load().catch(() => undefined);
    });
  }

  /** Fires when the list, one of its connections or `failure` has changed. */
  readonly onDidChange: Event<void>;

  list(): readonly Connection[] {
    return this.#current.connections;
  }

  get(uuid: string): Connection | undefined {
    return this.#current.connections.find((connection) => connection.uuid === uuid);
  }

  /** Whether a legacy element may have left the settings without the user being told. */
  get hasUntoldRemovals(): boolean {
    return this.#current.migrated.some(({ isLeaving }) => isLeaving === true);
  }

  /** The error of the last attempt to read the file, if it failed. `list` then returns the connections from before. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Reads the file. Rejects with `storage`, or with `malformed`, which leaves the file unchanged. */
  load(): Promise<ConnectionsFile> {
    return this.#uses.run(async () => {
      try {
        const file = await this.#options.file.read();
        this.#accept(file, undefined);
        return file;
      } catch (error) {
        const failure = Failure.is(error)
          ? error
          : new Failure('storage', messageOf(error), { cause: error });
        this.#accept(this.#current, failure);
        this.#options.log.error(`Connections: ${failure.message}`);
        throw failure;
      }
    });
  }

  /** Adds a connection under a new uuid. Rejects with `duplicate` if another connection has the name. */
  async add(draft: ConnectionDraft): Promise<Connection> {
    const connection: Connection = { ...draft, uuid: this.#options.newUuid() };
    await this.edit((file) => ({ ...file, connections: [...file.connections, connection] }));
    return connection;
  }

  /**
   * Changes a connection; the uuid is kept. The stored secret is kept too, and remains valid only for its origin: the
   * caller must store a new one if the address changes. Rejects with `notFound` or `duplicate`.
   */
  async update(uuid: string, change: (connection: Connection) => ConnectionDraft): Promise<Connection> {
    const stored = await this.edit((file) => {
      const changed: Connection = { ...change(find(file, uuid)), uuid };
      return {
        ...file,
        connections: file.connections.map((connection) => (connection.uuid === uuid ? changed : connection)),
      };
    });
    return find(stored, uuid);
  }

  /**
   * Deletes the secret, then the connection: in the other order an error could leave a secret without a connection. The
   * legacy elements of the connection get a tombstone, so that they do not become connections again.
   */
  async remove(uuid: string): Promise<void> {
    await this.#options.tokenStore.delete(uuid);
    await this.edit((file) => ({
      ...file,
      connections: file.connections.filter((connection) => connection.uuid !== uuid),
      migrated: file.migrated.filter((record) => record.uuid !== uuid),
      tombstones: [
        ...file.tombstones,
        ...file.migrated.filter((record) => record.uuid === uuid).map(({ identity }) => identity),
      ],
    }));
  }

  /** Changes the whole document in one write; if `change` returns the same object, nothing is written. */
  edit(change: (file: ConnectionsFile) => ConnectionsFile): Promise<ConnectionsFile> {
    return this.#uses.run(async () => {
      const stored = await this.#options.file.update((file) => {
        const next = change(file);
        if (next !== file) assertUniqueIds(next.connections);
        return next;
      });
      this.#accept(stored, undefined);
      return stored;
    });
  }

  dispose(): void {
    this.#watching.dispose();
    this.#changes.dispose();
  }

  #accept(file: ConnectionsFile, failure: Failure | undefined): void {
    const same =
      this.#failure?.message === failure?.message &&
      JSON.stringify(this.#current.connections) === JSON.stringify(file.connections);
    this.#current = file;
    this.#failure = failure;
    if (!same) this.#changes.fire();
  }
}

function find(file: ConnectionsFile, uuid: string): Connection {
  const found = file.connections.find((connection) => connection.uuid === uuid);
  if (!found) throw new Failure('notFound', `There is no connection ${uuid}`);
  return found;
}

function assertUniqueIds(connections: readonly Connection[]): void {
  const seen = new Set<string>();
  for (const { connectionId } of connections) {
    if (seen.has(connectionId))
      throw new Failure('duplicate', `There is already a connection named ${connectionId}`);
    seen.add(connectionId);
  }
}
