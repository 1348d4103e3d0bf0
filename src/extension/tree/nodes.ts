import type { BindingState } from '../../core/bindings/resolve.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { KnownState } from '../connections/states.ts';
import type { GateReader, SeenGate } from '../gates/folderGates.ts';

/** A folder of the workspace. */
interface Folder {
  readonly uri: string;
  readonly name: string;
}

export interface FolderOverview {
  readonly folder: Folder;
  readonly resolution: BindingState;
}

/** All that the view shows; what is rendered is a function of it. */
export interface Overview extends GateReader {
  readonly connections: readonly Connection[];
  readonly folders: readonly FolderOverview[];
  readonly stateOf: (uuid: string) => KnownState;
}

/** Plain data. Commands get the node as their argument, so `uuid`, `projectKey` and `folderUri` are part of what they parse. */
export type TreeNode = ConnectionNode | ProjectNode | FolderNode;

export interface ConnectionNode {
  readonly kind: 'connection';
  readonly id: string;
  readonly uuid: string;
  readonly connection: Connection;
  readonly state: KnownState;
  readonly projects: readonly ProjectNode[];
}

export interface ProjectNode {
  readonly kind: 'project';
  readonly id: string;
  readonly uuid: string;
  readonly projectKey: string;
  readonly name: string;
  readonly gate: SeenGate;
  readonly muted: boolean;
  readonly folders: readonly Folder[];
}

/** A folder that is bound to nothing, or whose binding leads nowhere. */
export interface FolderNode {
  readonly kind: 'folder';
  readonly id: string;
  readonly folderUri: string;
  readonly name: string;
  readonly resolution: Exclude<BindingState, { state: 'bound' }>;
}

/**
 * Connections, each with the projects bound to it, then the folders that need a binding. Empty without a connection:
 * then the view's welcome says what to do.
 */
export function treeOf(overview: Overview): readonly TreeNode[] {
  const { connections, folders, stateOf } = overview;
  if (connections.length === 0) return [];
  return [
    ...connections.map((connection): ConnectionNode => ({
      kind: 'connection',
      id: `connection/${connection.uuid}`,
      uuid: connection.uuid,
      connection,
      state: stateOf(connection.uuid),
      projects: projectsOf(connection, overview),
    })),
    ...folders.flatMap(({ folder, resolution }): FolderNode[] =>
      resolution.state === 'bound'
        ? []
        : [
            {
              kind: 'folder',
              id: `folder/${folder.uri}`,
              folderUri: folder.uri,
              name: folder.name,
              resolution,
            },
          ],
    ),
  ];
}

function projectsOf({ uuid }: Connection, overview: Overview): ProjectNode[] {
  const foldersOf = new Map<string, Folder[]>();
  for (const { folder, resolution } of overview.folders) {
    if (resolution.state !== 'bound' || resolution.connection.uuid !== uuid) continue;
    const known = foldersOf.get(resolution.projectKey);
    if (known) known.push(folder);
    else foldersOf.set(resolution.projectKey, [folder]);
  }
  return [...foldersOf].map(([projectKey, bound]) => ({
    kind: 'project',
    id: `project/${uuid}/${projectKey}`,
    uuid,
    projectKey,
    name: overview.nameOf(uuid, projectKey) ?? projectKey,
    gate: overview.gateOf(uuid, projectKey),
    muted: overview.isMuted(uuid, projectKey),
    folders: bound,
  }));
}

/** What the view's badge counts: red gates, and connections that a person must repair. */
export function alarmsOf(overview: Overview): {
  readonly failedGates: number;
  readonly brokenConnections: number;
} {
  const nodes = treeOf(overview).filter((node) => node.kind === 'connection');
  return {
    failedGates: nodes.flatMap(({ projects }) => projects).filter(({ gate }) => gate.status === 'ERROR')
      .length,
    brokenConnections: nodes.filter(
      ({ state }) => !['connected', 'checking', 'starting'].includes(state.state),
    ).length,
  };
}
