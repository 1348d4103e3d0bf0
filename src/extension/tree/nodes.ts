import type { BindingState } from '../../core/bindings/resolve.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { KnownState } from '../connections/states.ts';
import type { GateReader, MuteEnd } from '../gates/folderGates.ts';
import type { SeenGate } from '../gates/seenGate.ts';
import type { GuardNode, GuardsNode } from './guardNodes.ts';
import type { WebhookReader } from '../webhooks/webhookLists.ts';
import {
  webhooksNode,
  type DeliveryNode,
  type NoteNode,
  type WebhookNode,
  type WebhooksNode,
} from './webhookNodes.ts';

/** A folder of the workspace. */
interface Folder {
  readonly uri: string;
  readonly name: string;
}

export interface FolderOverview {
  readonly folder: Folder;
  readonly resolution: BindingState;
  /** The one that is checked out. */
  readonly branch?: string | undefined;
}

/** All that the view shows; what is rendered is a function of it. */
export interface Overview extends GateReader, WebhookReader {
  readonly connections: readonly Connection[];
  readonly folders: readonly FolderOverview[];
  readonly stateOf: (uuid: string) => KnownState;
  /** Days that a token has left which expires soon; undefined where there is time yet, or nothing is known. */
  readonly daysLeftOf: (uuid: string) => number | undefined;
}

/** Plain data. Commands get the node as their argument, so `uuid`, `projectKey` and `folderUri` are part of what they parse. */
export type TreeNode =
  | ConnectionNode
  | AdministrationNode
  | ProjectNode
  | BoundFolderNode
  | FolderNode
  | GuardsNode
  | GuardNode
  | WebhooksNode
  | WebhookNode
  | DeliveryNode
  | NoteNode;

export interface ConnectionNode {
  readonly kind: 'connection';
  readonly id: string;
  readonly uuid: string;
  readonly connection: Connection;
  readonly state: KnownState;
  readonly daysLeft: number | undefined;
  /** Undefined: it is not. */
  readonly mutedUntil: MuteEnd | undefined;
  readonly projects: readonly ProjectNode[];
  /** For those who administer the platform. */
  readonly administration: AdministrationNode | undefined;
}

/** What concerns the platform as a whole and not the projects of this window; collapsed at first. */
export interface AdministrationNode {
  readonly kind: 'administration';
  readonly id: string;
  readonly uuid: string;
  readonly webhooks: WebhooksNode;
}

/** A project, once for each of its branches that some folder is about. */
export interface ProjectNode {
  readonly kind: 'project';
  readonly id: string;
  readonly uuid: string;
  readonly projectKey: string;
  readonly name: string;
  readonly gate: SeenGate;
  /** Undefined: it is not. */
  readonly mutedUntil: MuteEnd | undefined;
  readonly folders: readonly Folder[];
  /** For those who administer the project, which is known when it was opened once. */
  readonly webhooks: WebhooksNode | undefined;
}

/** A folder below the project that it is bound to. */
export interface BoundFolderNode {
  readonly kind: 'boundFolder';
  readonly id: string;
  readonly folderUri: string;
  readonly name: string;
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
      daysLeft: overview.daysLeftOf(connection.uuid),
      mutedUntil: overview.muteOf(connection.uuid),
      projects: projectsOf(connection, overview),
      administration: administrationOf(connection, overview),
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

/** The folders of a project, each with actions of its own. */
export function foldersOf({ id, folders }: ProjectNode): readonly BoundFolderNode[] {
  return folders.map(({ uri, name }) => ({
    kind: 'boundFolder',
    id: `${id}/folder/${uri}`,
    folderUri: uri,
    name,
  }));
}

function projectsOf({ uuid }: Connection, overview: Overview): ProjectNode[] {
  const nodes = new Map<string, ProjectNode & { readonly folders: Folder[] }>();
  for (const { folder, resolution, branch } of overview.folders) {
    if (resolution.state !== 'bound' || resolution.connection.uuid !== uuid) continue;
    const { projectKey } = resolution;
    const gate = overview.gateOf(uuid, projectKey, branch);
    // Neither can hold a line feed.
    const id = [`project/${uuid}/${projectKey}`, ...(gate.branch === undefined ? [] : [gate.branch])].join(
      '\n',
    );
    const known = nodes.get(id);
    if (known) known.folders.push(folder);
    else
      nodes.set(id, {
        kind: 'project',
        id,
        uuid,
        projectKey,
        name: overview.nameOf(uuid, projectKey) ?? projectKey,
        gate,
        mutedUntil: overview.muteOf(uuid, projectKey),
        folders: [folder],
        webhooks: projectWebhooks(id, { uuid, projectKey }, overview),
      });
  }
  return [...nodes.values()];
}

function administrationOf({ uuid }: Connection, overview: Overview): AdministrationNode | undefined {
  const state = overview.stateOf(uuid);
  if (state.state !== 'connected' || !state.administers) return undefined;
  const webhooks = webhooksNode(`connection/${uuid}`, { uuid, projectKey: undefined }, overview);
  return webhooks && { kind: 'administration', id: `connection/${uuid}/administration`, uuid, webhooks };
}

/** No answer that comes anyway says who administers a project: nothing is shown before the platform was asked. */
function projectWebhooks(
  parent: string,
  project: Pick<ProjectNode, 'uuid' | 'projectKey'>,
  overview: Overview,
): WebhooksNode | undefined {
  const isKnown = overview.webhooksOf(project.uuid, project.projectKey).value !== undefined;
  return isKnown ? webhooksNode(parent, project, overview) : undefined;
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
