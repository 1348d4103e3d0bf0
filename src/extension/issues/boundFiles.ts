import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { GateId } from '../../core/gate/model.ts';
import type { FolderGate } from '../gates/folderGates.ts';

/** A project, on the branch whose gate counts, and the folder that is bound to it. */
export interface BoundProject extends GateId {
  readonly connection: Connection;
  readonly root: vscode.Uri;
  /** The state of the gate as text, which changes when the gate does; undefined before the first observation. */
  readonly version: string | undefined;
}

export interface BoundFile {
  readonly project: BoundProject;
  /** Path below the folder, with slashes. */
  readonly path: string;
}

/** Returns the file of a bound folder; undefined for a file elsewhere. The innermost folder counts. */
export function boundFileOf(uri: vscode.Uri, gates: readonly FolderGate[]): BoundFile | undefined {
  let found: BoundFile | undefined;
  for (const gate of gates) {
    const { uri: root } = gate.folder;
    const start = root.path.endsWith('/') ? root.path : `${root.path}/`;
    if (root.scheme !== uri.scheme || root.authority !== uri.authority || !uri.path.startsWith(start))
      continue;
    if (found && found.project.root.path.length >= root.path.length) continue;
    found = { project: boundProjectOf(gate), path: uri.path.slice(start.length) };
  }
  return found;
}

export function boundProjectOf({ folder, connection, projectKey, gate }: FolderGate): BoundProject {
  return {
    connection,
    project: projectKey,
    branch: gate.branch,
    root: folder.uri,
    version: gate.status,
  };
}

/**
 * Returns the address of a file whose path comes from the platform; undefined for a path that leads out of the folder.
 */
export function fileIn({ root }: BoundProject, path: string): vscode.Uri | undefined {
  const isInside = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isInside && !path.includes('\\') ? vscode.Uri.joinPath(root, path) : undefined;
}
