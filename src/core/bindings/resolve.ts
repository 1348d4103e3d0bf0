import type { Connection } from '../connections/connection.ts';
import { type Binding, parseBinding } from './binding.ts';

/** The settings that contain a binding: the folder's, or the workspace's, which apply to all its folders. */
export type BindingLevel = 'folder' | 'workspace';

export interface BindingValues {
  readonly folderValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly userValue?: unknown;
  /** The user has not trusted this workspace, so its bindings have no effect. */
  readonly untrusted?: boolean;
}

/** The binding that the settings of a folder define, and whether it leads to a connection. */
export type BindingState =
  | { readonly state: 'unbound' }
  /** The user has not trusted the workspace yet. It may contain a binding, but no request is made for it. */
  | { readonly state: 'untrusted' }
  | {
      readonly state: 'bound';
      readonly level: BindingLevel;
      readonly projectKey: string;
      readonly connection: Connection;
    }
  /** The binding names no connection and there are several. The user must pick one; until then no request is made. */
  | {
      readonly state: 'ambiguous';
      readonly level: BindingLevel;
      readonly projectKey: string;
      readonly candidates: readonly Connection[];
    }
  /** The binding names an unknown connection, or none (`connectionId` is undefined) while none exists. */
  | {
      readonly state: 'unknownConnection';
      readonly level: BindingLevel;
      readonly projectKey: string;
      readonly connectionId: string | undefined;
    }
  | { readonly state: 'invalid'; readonly level: BindingLevel; readonly problem: string };

export type ResolvedBinding = BindingState & {
  /** The user settings have a value, which would bind every folder. It has no effect, and the user is notified. */
  readonly refusedUserValue: boolean;
};

/**
 * Returns the binding of a folder: the folder's own value, or else the workspace's. An invalid folder value is not
 * replaced by the workspace's value, because a guess could bind the folder to the wrong project.
 */
export function resolveBinding(values: BindingValues, connections: readonly Connection[]): ResolvedBinding {
  return { ...resolve(values, connections), refusedUserValue: parseBinding(values.userValue) !== undefined };
}

function resolve(
  { folderValue, workspaceValue, untrusted = false }: BindingValues,
  connections: readonly Connection[],
): BindingState {
  if (untrusted) return { state: 'untrusted' };
  const own = parseBinding(folderValue);
  const level: BindingLevel = own === undefined ? 'workspace' : 'folder';
  const binding = own ?? parseBinding(workspaceValue);
  if (binding === undefined) return { state: 'unbound' };
  if ('problem' in binding) return { state: 'invalid', level, problem: binding.problem };
  return connect(binding, level, connections);
}

function connect(
  { projectKey, connectionId }: Binding,
  level: BindingLevel,
  connections: readonly Connection[],
): BindingState {
  if (connectionId === undefined && connections.length > 1)
    return { state: 'ambiguous', level, projectKey, candidates: connections };
  const connection =
    connectionId === undefined
      ? connections[0]
      : connections.find((candidate) => candidate.connectionId === connectionId);
  return connection
    ? { state: 'bound', level, projectKey, connection }
    : { state: 'unknownConnection', level, projectKey, connectionId };
}
