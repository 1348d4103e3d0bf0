import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { ReadUserFile } from './legacySettings.ts';

/**
 * Returns a reader of the user's settings file on disk, which lies beside the storage folder of the extension. With
 * profiles there are several such files, and the extension cannot tell which one is in use. In that case, and when the
 * file is not there, the reader resolves with undefined.
 */
export function userSettingsFile(globalStorage: vscode.Uri): ReadUserFile {
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
