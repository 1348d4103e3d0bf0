import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { innermost, isSameFolder, type BindableFolder } from '../host/folders/bindableFolder.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { GateReader, KnownGate } from './knownGate.ts';

export interface FolderGate {
  readonly folder: BindableFolder;
  readonly connection: Connection;
  readonly projectKey: string;
  readonly projectName: string;
  readonly gate: KnownGate;
  readonly muted: boolean;
}

export function folderGates(
  bindings: FolderBindings,
  gates: GateReader,
  branchOf: (folder: BindableFolder) => string | undefined,
): readonly FolderGate[] {
  return bindings.list().flatMap(({ folder, resolution }) => {
    if (resolution.state !== 'bound') return [];
    const { connection, projectKey } = resolution;
    const projectName = gates.nameOf(connection.uuid, projectKey) ?? projectKey;
    const gate = gates.gateOf(connection.uuid, projectKey, branchOf(folder));
    const muted = gates.muteOf(connection.uuid, projectKey) !== undefined;
    return [{ folder, connection, projectKey, projectName, gate, muted }];
  });
}

/** A bound folder, and a path below it with slashes; empty for the folder itself. */
export interface BoundPath {
  readonly gate: FolderGate;
  readonly path: string;
}

export function boundPathOf(uri: vscode.Uri, gates: readonly FolderGate[]): BoundPath | undefined {
  const found = innermost(gates, uri);
  return found && { gate: found.item, path: found.path };
}

/**
 * Returns the gate of the innermost bound folder that the active editor's file is in. For a file beside the bound
 * folders of a monorepo, returns their gates. If the file is in no folder, or no editor is active, returns all gates.
 */
export function shownGates(all: readonly FolderGate[]): readonly FolderGate[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const active = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (!active) return all;
  const bound = boundPathOf(uri, all);
  return bound ? [bound.gate] : all.filter(({ folder }) => isSameFolder(folder.root, active));
}

/** Returns the gate if `shownGates` contains only one, in however many folders; otherwise undefined. */
export function currentGate(all: readonly FolderGate[]): FolderGate | undefined {
  const [first, ...others] = shownGates(all);
  return first && others.every((other) => isSameGate(first, other)) ? first : undefined;
}

export function failedGates(all: readonly FolderGate[]): readonly FolderGate[] {
  return distinctGates(all.filter(({ gate }) => gate.status === 'ERROR' && !gate.hidden));
}

/** Returns each gate once, or the first one of each project, however many folders have it. */
export function distinctGates(all: readonly FolderGate[], isSame = isSameGate): readonly FolderGate[] {
  return all.filter((gate, index) => all.findIndex((other) => isSame(gate, other)) === index);
}

export function isSameGate(one: FolderGate, other: FolderGate): boolean {
  return isSameProject(one, other) && one.gate.branch === other.gate.branch;
}

export function isSameProject(one: FolderGate, other: FolderGate): boolean {
  return one.connection.uuid === other.connection.uuid && one.projectKey === other.projectKey;
}
