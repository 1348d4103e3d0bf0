import { type Connection, proposeConnectionId, sameTarget, uniqueName } from '../connections/connection.ts';
import { type ConnectionsFile, sameIdentity } from '../connections/store.ts';
import type { LegacyConnection, LegacyElement } from './element.ts';

export type ReadableElement = LegacyElement & { readonly content: LegacyConnection };

/** The elements with the same identity. Together they are one connection, even if the user wrote it more than once. */
export type ElementGroup = readonly [ReadableElement, ...ReadableElement[]];

export interface Assignment {
  readonly group: ElementGroup;
  readonly connection: Connection;
  /** Assigned by an earlier run (`known`), created by the user by hand (`adopted`) or by this run (`created`). */
  readonly by: 'known' | 'adopted' | 'created';
  readonly renamedFrom?: string;
}

/** Groups elements of several settings that describe the same connection. Groups and elements keep their order. */
export function groupByIdentity(elements: readonly ReadableElement[]): readonly ElementGroup[] {
  const groups: [ReadableElement, ...ReadableElement[]][] = [];
  for (const element of elements) {
    const group = groups.find(([first]) => sameIdentity(first.content.identity, element.content.identity));
    if (group) group.push(element);
    else groups.push([element]);
  }
  return groups;
}

/**
 * Finds or creates the connection of each group. An id in the settings goes to the first group that has it, as in the
 * old versions. It takes precedence over generated names, because bindings refer to it.
 */
export function assign(
  groups: readonly ElementGroup[],
  file: ConnectionsFile,
  newUuid: () => string,
): readonly Assignment[] {
  const claimed = new Set(file.migrated.map(({ uuid }) => uuid));
  const taken = new Set(file.connections.map(({ connectionId }) => connectionId));
  const existing = groups.map((group) => {
    const assignment = findKnown(group, file) ?? findAdoptable(group, file, claimed);
    if (assignment) claimed.add(assignment.connection.uuid);
    return assignment;
  });
  const written = groups.flatMap(([{ content }], n) => (existing[n] ? [] : (content.identity.id ?? [])));
  return groups.map((group, n) => {
    const found = existing[n];
    if (found) return found;
    const { id } = group[0].content.identity;
    const others = [...taken, ...written];
    const free =
      id === null
        ? proposeConnectionId(group[0].content.target, others)
        : taken.has(id)
          ? uniqueName(id, others)
          : id;
    taken.add(free);
    const renamedFrom = id !== null && id !== free ? { renamedFrom: id } : {};
    return { group, connection: create(group[0].content, newUuid(), free), by: 'created', ...renamedFrom };
  });
}

function findKnown(group: ElementGroup, { migrated, connections }: ConnectionsFile): Assignment | undefined {
  const record = migrated.find(({ identity }) => sameIdentity(identity, group[0].content.identity));
  const connection = connections.find(({ uuid }) => uuid === record?.uuid);
  return connection && { group, connection, by: 'known' };
}

function findAdoptable(
  group: ElementGroup,
  { connections }: ConnectionsFile,
  claimed: ReadonlySet<string>,
): Assignment | undefined {
  const { target, identity } = group[0].content;
  const connection = connections.find(
    (candidate) =>
      sameTarget(candidate, target) &&
      (identity.id === null || identity.id === candidate.connectionId) &&
      !claimed.has(candidate.uuid),
  );
  return connection && { group, connection, by: 'adopted' };
}

function create(
  { target, receiveNotifications }: LegacyConnection,
  uuid: string,
  connectionId: string,
): Connection {
  return { ...target, uuid, connectionId, receiveNotifications };
}
