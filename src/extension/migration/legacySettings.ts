import * as vscode from 'vscode';
import {
  legacySections,
  locationsOf,
  type InspectedSection,
  type LegacySection,
  type SettingsLocation,
  type LegacySettingsLevel,
  type SettingsPort,
} from '../../core/migration/settings.ts';
import { levelledSettings } from '../host/settingTable.ts';
import { refuseLinkedSettings } from '../host/folders/workspaceFile.ts';

const keys: Readonly<Record<LegacySection, string>> = {
  server: levelledSettings.legacyServer,
  cloud: levelledSettings.legacyCloud,
};

const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
const targets: Readonly<Record<LegacySettingsLevel, vscode.ConfigurationTarget>> = {
  user: Global,
  machine: Global,
  workspace: Workspace,
  folder: WorkspaceFolder,
};

export function hasLegacySettings(): boolean {
  return legacySections.some((section) =>
    locationsOf(section, inspectSection(section)).some(
      ({ value }) => !Array.isArray(value) || value.length > 0,
    ),
  );
}

/** Reads a key of the user's settings file on disk; undefined if the extension cannot tell what the file contains. */
export type ReadUserFile = (key: string) => Promise<{ readonly value: unknown } | undefined>;

export function legacySettings(readUserFile: ReadUserFile): SettingsPort {
  return {
    inspect: inspectSection,
    replace: async (location, { expected, next }) => {
      const key = keys[location.section];
      // The editor's view of the file may be outdated: by what another window of a server wrote, or by the last run.
      const onDisk = location.level === 'user' ? await readUserFile(key) : undefined;
      if (onDisk && isSame(onDisk.value, next)) return 'replaced';
      if (onDisk && !isSame(onDisk.value, expected)) return 'changed';
      await expectNoLink(location);
      await configurationOf(location).update(key, next, targets[location.level]);
      return 'replaced';
    },
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Fields that the editor returns and its types lack. They tell which user file of a remote window has a value. */
interface InspectedInFull {
  readonly globalValue?: unknown;
  readonly globalLocalValue?: unknown;
  readonly globalRemoteValue?: unknown;
  readonly workspaceValue?: unknown;
}

function inspectSection(section: LegacySection): InspectedSection {
  const key = keys[section];
  const inspected: InspectedInFull | undefined = vscode.workspace.getConfiguration().inspect<unknown>(key);
  return { ...inspected, folders: folderValues(key) };
}

/**
 * Returns the value of each folder. Without a workspace file the list is empty, because the editor then reports the
 * same value for the folder and for the workspace.
 */
function folderValues(key: string): { readonly folder: string; readonly value: unknown }[] {
  if (vscode.workspace.workspaceFile === undefined) return [];
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => ({
    folder: uri.toString(),
    value: vscode.workspace.getConfiguration(undefined, uri).inspect<unknown>(key)?.workspaceFolderValue,
  }));
}

/** Throws for a settings file that is a link: it stays as it is, and the report of the migration says so. */
async function expectNoLink({ level, folder }: SettingsLocation): Promise<void> {
  if (level !== 'folder' && level !== 'workspace') return;
  const uri = folder === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.parse(folder);
  if (uri) await refuseLinkedSettings(level, uri);
}

function configurationOf({ folder }: SettingsLocation): vscode.WorkspaceConfiguration {
  const uri = folder === undefined ? undefined : vscode.Uri.parse(folder);
  return vscode.workspace.getConfiguration(undefined, uri);
}
