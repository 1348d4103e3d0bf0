import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { GateId } from '../../core/gate/model.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import { isPathBelow, pathBelow } from '../host/pathBelow.ts';

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
  const found = boundPathOf(uri, gates);
  return found?.path ? { project: boundProjectOf(found.gate), path: found.path } : undefined;
}

/** A bound folder, and a path below it with slashes; empty for the folder itself. */
export interface BoundPath {
  readonly gate: FolderGate;
  readonly path: string;
}

/** Returns the innermost bound folder that contains the address. */
export function boundPathOf(uri: vscode.Uri, gates: readonly FolderGate[]): BoundPath | undefined {
  const lengthOf = ({ gate }: BoundPath): number => gate.folder.uri.path.length;
  let found: BoundPath | undefined;
  for (const gate of gates) {
    const path = pathBelow(gate.folder.uri, uri);
    if (path !== undefined && (!found || lengthOf(found) < lengthOf({ gate, path }))) found = { gate, path };
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

/** Whether two are the same project on the same branch, bound to the same folder. */
export function isSameProject(one: BoundProject, other: BoundProject): boolean {
  return (
    one.connection.uuid === other.connection.uuid &&
    one.project === other.project &&
    one.branch === other.branch &&
    one.root.toString() === other.root.toString()
  );
}

/**
 * Returns the address of a file whose path comes from the platform; undefined for a path that leads out of the folder.
 */
export function fileIn(root: vscode.Uri, path: string): vscode.Uri | undefined {
  return isPathBelow(path) ? vscode.Uri.joinPath(root, path) : undefined;
}
