import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { SeenGate } from './seenGate.ts';

/** Local clock, milliseconds since the epoch. */
export type MuteEnd = number | 'forever';

export interface GateReader {
  /** `branch`: the one checked out. Where the platform does not have it, the main branch's gate counts. */
  readonly gateOf: (uuid: string, project: string, branch?: string) => SeenGate;
  readonly nameOf: (uuid: string, project: string) => string | undefined;
  /** Until when exactly this project, or the connection as a whole, is muted; `forever`: until it is resumed. */
  readonly muteOf: (uuid: string, project?: string) => MuteEnd | undefined;
}

/** The gate that a folder is under. */
export interface FolderGate {
  readonly folder: vscode.WorkspaceFolder;
  readonly connection: Connection;
  readonly projectKey: string;
  readonly projectName: string;
  readonly gate: SeenGate;
  readonly muted: boolean;
}

export function folderGates(
  bindings: FolderBindings,
  gates: GateReader,
  branchOf: (folder: vscode.WorkspaceFolder) => string | undefined,
): readonly FolderGate[] {
  return bindings.list().flatMap(({ folder, resolution }) => {
    if (resolution.state !== 'bound') return [];
    const { connection, projectKey } = resolution;
    return [
      {
        folder,
        connection,
        projectKey,
        projectName: gates.nameOf(connection.uuid, projectKey) ?? projectKey,
        gate: gates.gateOf(connection.uuid, projectKey, branchOf(folder)),
        muted: gates.muteOf(connection.uuid, projectKey) !== undefined,
      },
    ];
  });
}

/** The gate of the active editor's folder. Without a file of a folder in front: the gates of all folders. */
export function shownGates(all: readonly FolderGate[]): readonly FolderGate[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const active = uri && vscode.workspace.getWorkspaceFolder(uri);
  return active ? all.filter(({ folder }) => folder.uri.toString() === active.uri.toString()) : all;
}

/** The only one of the gates that are shown, however many folders have it; undefined if there are several. */
export function currentGate(all: readonly FolderGate[]): FolderGate | undefined {
  const [first, ...others] = shownGates(all);
  return first && others.every((other) => isSameGate(first, other)) ? first : undefined;
}

function isSameGate(one: FolderGate, other: FolderGate): boolean {
  return (
    one.connection.uuid === other.connection.uuid &&
    one.projectKey === other.projectKey &&
    one.gate.branch === other.gate.branch
  );
}
