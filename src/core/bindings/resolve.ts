import type { Connection } from '../connections/connection.ts';
import { type Binding, parseBinding } from './binding.ts';

/** Where a binding stands: in the folder's own settings, or in the workspace's for all its folders. */
export type BindingLevel = 'folder' | 'workspace';

/** The setting's value at each level, as the editor's `inspect` gives it. */
export interface BindingValues {
  readonly folderValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly userValue?: unknown;
  /** The person has not said that this workspace is to be trusted: what it says about a binding is not followed. */
  readonly untrusted?: boolean;
}

export type BindingState =
  | { readonly state: 'unbound' }
  /** There may be a binding, in a workspace that nobody has trusted yet: no request is made for it. */
  | { readonly state: 'untrusted' }
  | {
      readonly state: 'bound';
      readonly level: BindingLevel;
      readonly projectKey: string;
      readonly connection: Connection;
    }
  /** No connection is named and there are several: a person has to pick, no request is made. */
  | {
      readonly state: 'ambiguous';
      readonly level: BindingLevel;
      readonly projectKey: string;
      readonly candidates: readonly Connection[];
    }
  /** `connectionId` undefined: none is named, and there is none. */
  | {
      readonly state: 'unknownConnection';
      readonly level: BindingLevel;
      readonly projectKey: string;
      readonly connectionId: string | undefined;
    }
  | { readonly state: 'invalid'; readonly level: BindingLevel; readonly problem: string };

export type ResolvedBinding = BindingState & {
  /** A value in user settings, which would bind every folder there is: refused, the person is told. */
  readonly refusedUserValue: boolean;
};

/** The folder's own value first, then the workspace's. An invalid one hides what is behind it: guessing binds wrongly. */
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
