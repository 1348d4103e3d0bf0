import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { GateId } from '../../core/gate/model.ts';
import { boundPathOf, type FolderGate } from '../gates/folderGates.ts';
import { isPathBelow } from '../host/folders/pathBelow.ts';

/** A project, on the branch whose gate counts, and the folder that is bound to it. */
export interface BoundProject extends GateId {
  readonly connection: Connection;
  readonly root: vscode.Uri;
  /** The folder of the window that has `root`. No link below it is followed. */
  readonly openedFolder: vscode.Uri;
  /** The state of the gate as text, which changes when the gate does; undefined before the first observation. */
  readonly version: string | undefined;
}

export interface BoundFile {
  readonly project: BoundProject;
  /** Path below the folder, with slashes. */
  readonly path: string;
}

/** Returns the file of a bound folder; undefined for a file elsewhere. Uses the innermost folder. */
export function boundFileOf(uri: vscode.Uri, gates: readonly FolderGate[]): BoundFile | undefined {
  const found = boundPathOf(uri, gates);
  return found?.path ? { project: boundProjectOf(found.gate), path: found.path } : undefined;
}

/**
 * Returns what reading the issues of a bound folder needs. `version` is the status of the gate, so that the issues are
 * read again when it changes.
 */
export function boundProjectOf({ folder, connection, projectKey, gate }: FolderGate): BoundProject {
  return {
    connection,
    project: projectKey,
    branch: gate.branch,
    root: folder.uri,
    openedFolder: folder.root.uri,
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
