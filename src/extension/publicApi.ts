import * as vscode from 'vscode';
import type { GateStatus } from '../core/api/qualityGates.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { Disposable } from '../core/disposables.ts';
import type { Event } from '../core/events.ts';
import type { FolderGate } from './gates/folderGates.ts';
import type { SeenGate } from './gates/seenGate.ts';

/** A connection as other extensions see it. There is no way from here to its token. */
type PublicConnection = Readonly<
  | { name: string; kind: 'server'; serverUrl: string }
  | { name: string; kind: 'cloud'; organizationKey: string; region: 'EU' | 'US' }
>;

export interface PublicGate {
  readonly connection: string;
  readonly projectKey: string;
  /** Whose gate it is: the branch that is checked out, where the platform has it; undefined: the main branch. */
  readonly branch: string | undefined;
  /** `OK`, `ERROR`, `NONE` or what else the platform says; undefined where no answer has come yet. */
  readonly status: GateStatus | undefined;
}

/** A folder of this window and the project that it is bound to. */
interface PublicBinding {
  readonly folder: vscode.Uri;
  /** Name of the connection. */
  readonly connection: string;
  readonly projectKey: string;
}

/**
 * What `activate` returns, for other extensions. Additions keep the version; whatever breaks a caller raises it.
 */
export interface ServiceApi {
  readonly version: 1;
  /** Resolves when the connections have been read. */
  readonly ready: Promise<void>;
  readonly connections: () => readonly PublicConnection[];
  readonly bindings: () => readonly PublicBinding[];
  /** The gate of the folder that holds `uri`; undefined where it is bound to nothing. */
  readonly gateOf: (uri: vscode.Uri) => PublicGate | undefined;
  /** The gate of a bound folder has become known, or another; the folder's URI. */
  readonly onDidChangeGate: vscode.Event<vscode.Uri>;
}

/** What the API is about, as soon as its code has been loaded. */
export interface ApiSource {
  readonly connections: () => readonly Connection[];
  readonly gates: () => readonly FolderGate[];
  readonly onDidChange: Event<void>;
}

export interface PublicApiOptions {
  readonly ready: Promise<void>;
  /** Its failure is `ready`'s, which whoever made it reports. */
  readonly source: Promise<ApiSource>;
  readonly own: (item: Disposable) => void;
}

export function createApi({ ready, source, own }: PublicApiOptions): ServiceApi {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  own(changed);
  let loaded: ApiSource | undefined;
  source.then(
    (app) => {
      loaded = app;
      own(app.onDidChange(changesOf(app, changed)));
    },
    () => undefined,
  );
  return {
    version: 1,
    ready,
    connections: () => loaded?.connections().map(toPublic) ?? [],
    bindings: () =>
      loaded?.gates().map(({ folder, connection, projectKey }) => ({
        folder: folder.uri,
        connection: connection.connectionId,
        projectKey,
      })) ?? [],
    gateOf: (uri) => {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      const gate =
        folder && loaded?.gates().find((item) => item.folder.uri.toString() === folder.uri.toString());
      return (
        gate && {
          connection: gate.connection.connectionId,
          projectKey: gate.projectKey,
          branch: gate.gate.branch,
          status: gate.gate.status,
        }
      );
    },
    onDidChangeGate: changed.event,
  };
}

/** Fires for each folder whose gate is another than at the last look. */
function changesOf({ gates }: ApiSource, changed: vscode.EventEmitter<vscode.Uri>): () => void {
  const known = new Map<string, SeenGate>();
  return () => {
    for (const { folder, gate } of gates()) {
      const key = folder.uri.toString();
      const before = known.get(key);
      known.set(key, gate);
      if (before?.status !== gate.status || before?.branch !== gate.branch) changed.fire(folder.uri);
    }
  };
}

function toPublic(connection: Connection): PublicConnection {
  const name = connection.connectionId;
  return connection.kind === 'server'
    ? { name, kind: 'server', serverUrl: connection.serverUrl }
    : { name, kind: 'cloud', organizationKey: connection.organizationKey, region: connection.region };
}
