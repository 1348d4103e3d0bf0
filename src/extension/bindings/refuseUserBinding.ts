import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import { showWarning } from '../ui/messages.ts';
import type { Report } from '../host/report.ts';
import { levelledSettings } from '../host/settingTable.ts';
import type { FolderBindings } from './folderBindings.ts';

/**
 * Warns the user once about a binding in user settings. The binding is not followed, because it would bind every
 * folder.
 */
export function refuseUserBinding(bindings: FolderBindings, report: Report): Disposable {
  let told = false;
  const tell = async () => {
    const open = vscode.l10n.t('Open User Settings');
    const chosen = await showWarning(
      vscode.l10n.t(
        'The setting {0} in your user settings is ignored, because it would bind every folder. Bind folders instead.',
        levelledSettings.project,
      ),
      open,
    );
    if (chosen === open)
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: levelledSettings.project },
      });
  };
  const look = () => {
    if (told || !bindings.list().some(({ resolution }) => resolution.refusedUserValue)) return;
    told = true;
    tell().catch((error: unknown) => {
      report(error, 'user binding');
    });
  };
  look();
  return bindings.onDidChange(look);
}
