import * as vscode from 'vscode';
import type { GateStatus } from '../../core/api/qualityGates.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';

/** Local clock, milliseconds since the epoch. */
export type MuteEnd = number | 'forever';

/** What is known of the gate of a bound project. */
export interface SeenGate {
  /** Undefined where no answer has come yet. */
  readonly status: GateStatus | undefined;
  /** The platform does not know the project, or does not show it to this account. */
  readonly hidden: boolean;
  /** Whose gate it is; undefined: the main branch's. */
  readonly branch?: string | undefined;
}

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

/** Of the folder of the active editor. With no file of a folder in front: the only one there is, however many folders have it. */
export function currentGate(all: readonly FolderGate[]): FolderGate | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const active = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (active) return all.find(({ folder }) => folder.uri.toString() === active.uri.toString());
  const [first, ...others] = all;
  return first && others.every((other) => isSameGate(first, other)) ? first : undefined;
}

function isSameGate(one: FolderGate, other: FolderGate): boolean {
  return (
    one.connection.uuid === other.connection.uuid &&
    one.projectKey === other.projectKey &&
    one.gate.branch === other.gate.branch
  );
}
