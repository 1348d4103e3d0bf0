import type { Delivery, Webhook } from '../../core/api/webhooks.ts';
import type { BindingState } from '../../core/bindings/resolve.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Failure } from '../../core/failures.ts';
import type { KnownState } from '../connections/states.ts';
import type { GateReader, KnownGate, MuteEnd } from '../gates/knownGate.ts';
import type { OnDemandData, WebhookReader } from '../webhooks/webhookLists.ts';

interface Folder {
  readonly uri: string;
  readonly name: string;
}

export interface FolderOverview {
  readonly folder: Folder;
  /** URI of the open folder that this one is below; undefined for an open folder. */
  readonly openFolder?: string | undefined;
  readonly resolution: BindingState;
  readonly branch?: string | undefined;
}

/** All data that the view shows. The rows are a function of it. */
export interface Overview extends GateReader, WebhookReader {
  readonly connections: readonly Connection[];
  readonly folders: readonly FolderOverview[];
  readonly stateOf: (uuid: string) => KnownState;
  /** The number of days until the token expires; undefined if it does not expire soon, or if that is unknown. */
  readonly daysLeftOf: (uuid: string) => number | undefined;
}

/** A node of the tree. Commands get it as their argument and parse `uuid`, `projectKey` and `folderUri` from it. */
export type TreeNode =
  | ConnectionNode
  | AdministrationNode
  | ProjectNode
  | BoundFolderNode
  | FolderNode
  | WebhooksNode
  | WebhookNode
  | DeliveryNode
  | NoteNode;

/** A project on one branch. A project has a node for each branch whose gate applies to one of its folders. */
export interface ProjectNode {
  readonly kind: 'project';
  readonly id: string;
  readonly uuid: string;
  readonly projectKey: string;
  readonly name: string;
  readonly gate: KnownGate;
  /** Undefined: not muted. */
  readonly mutedUntil: MuteEnd | undefined;
  readonly folders: readonly Folder[];
  /** Undefined unless the account administers the project, known once the user has expanded the project. */
  readonly webhooks: WebhooksNode | undefined;
}

/** Returns the connections, then the folders that need a binding; empty without a connection, for the welcome view. */
export function treeOf(overview: Overview): readonly TreeNode[] {
  const { connections, folders } = overview;
  if (connections.length === 0) return [];
  return [
    ...connections.map((connection) => connectionNode(connection, overview)),
    ...folders.flatMap(({ folder, resolution }) =>
      resolution.state === 'bound' ? [] : [folderNode(folder, resolution, folders)],
    ),
  ];
}

export type ConnectionNode = Readonly<ReturnType<typeof connectionNode>>;

function connectionNode(connection: Connection, overview: Overview) {
  const { uuid } = connection;
  return {
    kind: 'connection' as const,
    id: `connection/${uuid}`,
    uuid,
    connection,
    state: overview.stateOf(uuid),
    daysLeft: overview.daysLeftOf(uuid),
    /** Undefined: not muted. */
    mutedUntil: overview.muteOf(uuid),
    projects: projectsOf(connection, overview),
    /** Undefined unless the account administers the platform. */
    administration: administrationOf(connection, overview),
  };
}

/** A folder without a binding, or with a binding that leads to no connection or project. */
export type FolderNode = Readonly<ReturnType<typeof folderNode>>;

function folderNode(
  { uri, name }: Folder,
  resolution: Exclude<BindingState, { state: 'bound' }>,
  folders: readonly FolderOverview[],
) {
  return {
    kind: 'folder' as const,
    id: `folder/${uri}`,
    folderUri: uri,
    name,
    resolution,
    /** Names of the folders below it that are bound, such as packages of a monorepo. */
    boundBelow: folders
      .filter((one) => one.openFolder === uri && one.resolution.state === 'bound')
      .map(({ folder }) => folder.name),
  };
}

export type BoundFolderNode = Readonly<ReturnType<typeof foldersOf>[number]>;

export function foldersOf({ id, folders }: ProjectNode) {
  return folders.map(({ uri, name }) => ({
    kind: 'boundFolder' as const,
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
    // A line feed separates the parts, because neither a project key nor a branch name can contain one.
    const name = `project/${uuid}/${projectKey}`;
    const id = gate.branch === undefined ? name : `${name}\n${gate.branch}`;
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
        // No other answer of the platform says whether the account administers a project.
        webhooks:
          overview.webhooksOf(uuid, projectKey).value && webhooksNode(id, { uuid, projectKey }, overview),
      });
  }
  return [...nodes.values()];
}

/** About the platform as a whole and not about the projects of this window. */
export type AdministrationNode = NonNullable<Readonly<ReturnType<typeof administrationOf>>>;

function administrationOf({ uuid }: Connection, overview: Overview) {
  const state = overview.stateOf(uuid);
  if (state.state !== 'connected' || !state.administers) return undefined;
  const webhooks = webhooksNode(`connection/${uuid}`, { uuid, projectKey: undefined }, overview);
  const id = `connection/${uuid}/administration`;
  return webhooks && { kind: 'administration' as const, id, uuid, webhooks };
}

export type Note =
  | { readonly says: 'asking' | 'noWebhooks' | 'noDeliveries' }
  | { readonly says: 'newest'; readonly shown: number; readonly total: number }
  | { readonly says: 'failed'; readonly failure: Failure };

/** A row of text that stands for content that is missing or incomplete. */
export interface NoteNode {
  readonly kind: 'note';
  readonly id: string;
  readonly note: Note;
}

/** `projectKey` is undefined for the global webhooks, `count` until the platform has answered. */
export type WebhooksNode = NonNullable<Readonly<ReturnType<typeof webhooksNode>>>;
export type WebhookNode = Readonly<ReturnType<typeof webhookNode>>;
export type DeliveryNode = Readonly<ReturnType<typeof deliveryNode>>;

interface WebhookOwner {
  readonly uuid: string;
  readonly projectKey: string | undefined;
}

/** Returns the node of webhooks below `parent`; undefined if the account does not administer them. */
function webhooksNode(parent: string, owner: WebhookOwner, reader: WebhookReader) {
  const asked = reader.webhooksOf(owner.uuid, owner.projectKey);
  if (asked.state === 'failed' && asked.failure?.code === 'forbidden') return undefined;
  const id = `${parent}/webhooks`;
  const webhooks = asked.value ?? [];
  return {
    kind: 'webhooks' as const,
    id,
    ...owner,
    count: asked.value?.length,
    failing: webhooks.filter(({ latestDelivery }) => latestDelivery?.success === false).length,
    children: [
      ...webhooks.map((webhook) => webhookNode(id, owner, webhook, reader)),
      ...notes(id, asked, webhooks.length === 0 ? [{ says: 'noWebhooks' }] : []),
    ],
  };
}

function webhookNode(parent: string, owner: WebhookOwner, webhook: Webhook, { deliveriesOf }: WebhookReader) {
  const id = `${parent}/${webhook.key}`;
  const asked = deliveriesOf(owner.uuid, webhook.key);
  const { items, total } = asked.value ?? { items: [], total: 0 };
  const more: Note[] =
    total > items.length
      ? [{ says: 'newest', shown: items.length, total }]
      : items.length === 0
        ? [{ says: 'noDeliveries' }]
        : [];
  const place = { ...owner, webhookKey: webhook.key };
  return {
    kind: 'webhook' as const,
    id,
    ...place,
    webhook,
    children: [...items.map((delivery) => deliveryNode(id, place, delivery)), ...notes(id, asked, more)],
  };
}

function deliveryNode(
  parent: string,
  place: WebhookOwner & { readonly webhookKey: string },
  delivery: Delivery,
) {
  const { id: deliveryId } = delivery;
  return { kind: 'delivery' as const, id: `${parent}/${deliveryId}`, ...place, deliveryId, delivery };
}

/** The user sees the loading row only after expanding its parent, which sends the request. */
function notes(
  parent: string,
  { value, failure }: OnDemandData<unknown>,
  ifThere: readonly Note[],
): NoteNode[] {
  const said: readonly Note[] = failure
    ? [{ says: 'failed', failure }]
    : value === undefined
      ? [{ says: 'asking' }]
      : ifThere;
  return said.map((note) => ({ kind: 'note', id: `${parent}/${note.says}`, note }));
}

/** Counts the failed quality gates and the connections that the user must repair, for the badge of the view. */
export function countAlarms(overview: Overview) {
  const nodes = treeOf(overview).filter((node) => node.kind === 'connection');
  const failed = nodes.flatMap(({ projects }) => projects).filter(({ gate }) => gate.status === 'ERROR');
  const broken = nodes.filter(({ state }) => !['connected', 'checking', 'starting'].includes(state.state));
  return { failedGates: failed.length, brokenConnections: broken.length };
}
