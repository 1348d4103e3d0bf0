import type * as vscode from 'vscode';
import type { FolderGate } from '../../src/extension/gates/folderGates.ts';
import { bindableFolder } from '../../src/extension/host/folders/bindableFolder.ts';
import { qualityConnection } from '../support/qualityConnection.ts';

/** The failed gate of the project `shop`, to which a folder is bound, with changes by the test. */
export const folderGate = (root: vscode.WorkspaceFolder, change: Partial<FolderGate> = {}): FolderGate => ({
  folder: bindableFolder(root),
  connection: qualityConnection,
  projectKey: 'shop',
  projectName: 'Shop',
  gate: { status: 'ERROR', hidden: false },
  muted: false,
  ...change,
});
