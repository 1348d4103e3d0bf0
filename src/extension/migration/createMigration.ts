import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { CloudAddresses } from '../../core/connections/connection.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import type { Vault } from '../../core/connections/vault.ts';
import type { Disposable } from '../../core/disposables.ts';
import type { Log } from '../../core/log.ts';
import { withLockIfFree } from '../../node/files/locks/lock.ts';
import { processRun } from '../../node/process/processRun.ts';
import type { Report } from '../host/report.ts';
import { askedBefore } from './askedBefore.ts';
import { KeptRows } from './keptRows.ts';
import { legacySettings } from './legacySettings.ts';
import { ReportDocument } from './reportDocument.ts';
import { SettingsMigration } from './settingsMigration.ts';
import { userSettingsFile } from './userSettingsFile.ts';

export interface MigrationOptions {
  readonly context: vscode.ExtensionContext;
  readonly store: ConnectionStore;
  readonly vault: Vault;
  readonly cloud: () => CloudAddresses;
  readonly own: <T extends Disposable>(item: T) => T;
  readonly log: Log;
  readonly report: Report;
}

/** The migration with all that it works on. */
export async function createMigration({
  context,
  store,
  vault,
  cloud,
  own,
  log,
  report,
}: MigrationOptions): Promise<SettingsMigration> {
  const lock = vscode.Uri.joinPath(context.globalStorageUri, 'migration').fsPath;
  return new SettingsMigration({
    ports: {
      settings: legacySettings(userSettingsFile(context.globalStorageUri)),
      store,
      vault,
      secrets: context.secrets,
      log,
      cloud,
      newUuid: randomUUID,
      exclusively: (work) => withLockIfFree(lock, work),
    },
    session: await processRun(editorProcess()),
    nameOf: (uuid) => store.get(uuid)?.connectionId,
    askedBefore: askedBefore(context),
    kept: new KeptRows(context.globalState),
    document: own(new ReportDocument()),
    report,
  });
}

/** The editor itself, which all its windows belong to: a desktop names it, a server is the parent of every host. */
function editorProcess(): number {
  return Number(process.env.VSCODE_PID) || process.ppid;
}
