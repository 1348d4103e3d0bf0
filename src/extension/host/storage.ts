import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { connectionsFileSchema, emptyConnectionsFile } from '../../core/connections/connectionsFile.ts';
import { emptySecretSyncFile, secretSyncFileSchema } from '../../core/connections/secretSync.ts';
import type { Disposable } from '../../core/disposables.ts';
import type { Log } from '../../core/log.ts';
import { openGateFiles } from '../../node/files/gateFiles.ts';
import { JsonFile } from '../../node/files/sharedFile.ts';

/** Opens the files that all windows of this editor share. They contain no tokens. */
export function openStorage(folder: vscode.Uri, log: Log, own: <T extends Disposable>(item: T) => T) {
  const open = <T>(name: string, schema: z.ZodMiniType<T>, empty: T) =>
    own(new JsonFile({ path: vscode.Uri.joinPath(folder, name).fsPath, schema, empty, log }));
  return {
    connections: open('connections.json', connectionsFileSchema, emptyConnectionsFile),
    secretSync: open('secretExchange.json', secretSyncFileSchema, emptySecretSyncFile),
    gates: own(openGateFiles(vscode.Uri.joinPath(folder, 'gates').fsPath, log)),
  };
}
