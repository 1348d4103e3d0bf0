import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { SeenGate } from './seenGate.ts';

/** The end of a mute: local clock, in milliseconds since the epoch. `forever`: until the user resumes it. */
export type MuteEnd = number | 'forever';

/** Reads the last known gates, names and mutes. `uuid` names the connection. */
export interface GateReader {
  /**
   * `branch`: the one that is checked out. Returns the gate of its pull request, else its own, else that of the main
   * branch: the first one that the platform has.
   */
  readonly gateOf: (uuid: string, project: string, branch?: string) => SeenGate;
  readonly nameOf: (uuid: string, project: string) => string | undefined;
  /** The end of the mute of exactly this project, or of the connection as a whole; undefined where it is not muted. */
  readonly muteOf: (uuid: string, project?: string) => MuteEnd | undefined;
}

/** The quality gate that applies to a folder. */
export interface FolderGate {
  readonly folder: vscode.WorkspaceFolder;
  readonly connection: Connection;
  readonly projectKey: string;
  readonly projectName: string;
  readonly gate: SeenGate;
  readonly muted: boolean;
}

/** Returns the quality gate of each bound folder of the window. */
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

/**
 * Returns the gate of the folder that the active editor's file is in. If the file is in no folder, or no editor is
 * active, returns the gates of all folders.
 */
export function shownGates(all: readonly FolderGate[]): readonly FolderGate[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const active = uri && vscode.workspace.getWorkspaceFolder(uri);
  return active ? all.filter(({ folder }) => folder.uri.toString() === active.uri.toString()) : all;
}

/**
 * Returns the gate if `shownGates` contains only one, in however many folders; undefined if it contains none or
 * several.
 */
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
