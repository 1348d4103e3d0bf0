import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { parse } from 'jsonc-parser';
import type { MigrationPorts } from '../../core/migration/migrate.ts';
import { withLockIfFree } from '../../node/files/locks/lock.ts';
import { processRun } from '../../node/process/processRun.ts';
import type { ConnectionServices } from '../connections/connectionServices.ts';
import { legacySettings, type ReadUserFile } from './legacySettings.ts';
import { SettingsMigration } from './settingsMigration.ts';

/** A run reads and writes settings and secrets; most take less than a second. Milliseconds. */
const longestRunMs = 30_000;

export async function createMigration(services: ConnectionServices): Promise<SettingsMigration> {
  const { context, store, tokenStore, cloud, log } = services;
  const lock = vscode.Uri.joinPath(context.globalStorageUri, 'migration').fsPath;
  const ports: MigrationPorts = {
    settings: legacySettings(userSettingsFile(context.globalStorageUri)),
    store,
    tokenStore,
    secrets: context.secrets,
    log,
    cloud,
    newUuid: randomUUID,
    exclusively: (work, waits) => withLockIfFree(lock, work, waits ? longestRunMs : 0),
  };
  return new SettingsMigration(services, ports, await processRun(editorProcess()));
}

/**
 * Returns the process id of the editor, which all its windows share. A desktop editor names it in `VSCODE_PID`; a
 * server is the parent process of every extension host.
 */
function editorProcess(): number {
  return Number(process.env.VSCODE_PID) || process.ppid;
}

/**
 * Returns a reader of the user's settings file on disk, which lies beside the storage folder of the extension. With
 * profiles there are several such files, and the extension cannot tell which one is in use. In that case, and when the
 * file is not there, the reader resolves with undefined.
 */
function userSettingsFile(globalStorage: vscode.Uri): ReadUserFile {
  const user = vscode.Uri.joinPath(globalStorage, '../..');
  return async (key) => {
    const { fs } = vscode.workspace;
    try {
      const profiles = await entriesOf(vscode.Uri.joinPath(user, 'profiles'));
      if (profiles.length > 0) return undefined;
      const text = new TextDecoder().decode(await fs.readFile(vscode.Uri.joinPath(user, 'settings.json')));
      const settings: unknown = parse(text, [], { allowTrailingComma: true });
      if (typeof settings !== 'object' || settings === null) return undefined;
      return { value: (settings as Readonly<Record<string, unknown>>)[key] };
    } catch (error) {
      if (error instanceof vscode.FileSystemError) return undefined;
      throw error;
    }
  };
}

async function entriesOf(folder: vscode.Uri): Promise<readonly unknown[]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return [];
    throw error;
  }
}
