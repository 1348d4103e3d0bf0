import * as vscode from 'vscode';
import type { GateStatus } from '../core/api/qualityGates.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { Disposable } from '../core/disposables.ts';
import type { Event } from '../core/events.ts';
import { branchOrPullRequest } from '../core/gate/model.ts';
import { boundPathOf, type FolderGate } from './gates/folderGates.ts';
import type { KnownGate } from './gates/knownGate.ts';

/** A connection as other extensions see it. The API gives no access to its token. */
type PublicConnection = Readonly<
  | { name: string; kind: 'server'; serverUrl: string }
  | { name: string; kind: 'cloud'; organizationKey: string; region: 'EU' | 'US' }
>;

/** The quality gate of a bound folder, as other extensions see it. */
export interface PublicGate {
  readonly connection: string;
  readonly projectKey: string;
  /** The checked-out branch if the platform has it; undefined for the main branch and for a pull request. */
  readonly branch: string | undefined;
  /** Key of the pull request of the gate: the analyzed one that merges the checked-out branch. */
  readonly pullRequest: string | undefined;
  /** `OK`, `ERROR`, `NONE` or another status of the platform; undefined until the first answer. */
  readonly status: GateStatus | undefined;
}

/** A folder of this window, or one below it, and its bound project. */
interface PublicBinding {
  readonly folder: vscode.Uri;
  readonly connection: string;
  readonly projectKey: string;
}

/** The API for other extensions. Additions keep the version; a change that breaks callers raises it. */
export interface ServiceApi {
  readonly version: 1;
  /** Resolves when the connections have been read. */
  readonly ready: Promise<void>;
  readonly connections: () => readonly PublicConnection[];
  readonly bindings: () => readonly PublicBinding[];
  /** Returns the gate of the innermost bound folder that contains `uri`; undefined outside of bound folders. */
  readonly gateOf: (uri: vscode.Uri) => PublicGate | undefined;
  /** Fires with the URI of a bound folder when its gate becomes known or changes. */
  readonly onDidChangeGate: vscode.Event<vscode.Uri>;
}

/** The data of the API, available after its code has been loaded. */
export interface ApiSource {
  readonly connections: () => readonly Connection[];
  readonly gates: () => readonly FolderGate[];
  readonly onDidChange: Event<void>;
}

/** Returns the API, which answers with empty lists until the extension has loaded. */
export function createApi(
  ready: Promise<void>,
  source: Promise<ApiSource>,
  own: (item: Disposable) => void,
): ServiceApi {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  own(changed);
  let loaded: ApiSource | undefined;
  source.then(
    (app) => {
      loaded = app;
      own(app.onDidChange(changesOf(app, changed)));
    },
    // `ready` rejects with the same error, which its creator reports.
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
      const gate = boundPathOf(uri, loaded?.gates() ?? [])?.gate;
      if (!gate) return undefined;
      const { branch, pullRequest } = branchOrPullRequest(gate.gate.branch);
      return {
        connection: gate.connection.connectionId,
        projectKey: gate.projectKey,
        branch,
        pullRequest,
        status: gate.gate.status,
      };
    },
    onDidChangeGate: changed.event,
  };
}

/** Returns a listener that fires for each folder whose gate differs from the one at the last call. */
function changesOf({ gates }: ApiSource, changed: vscode.EventEmitter<vscode.Uri>): () => void {
  const known = new Map<string, KnownGate>();
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
