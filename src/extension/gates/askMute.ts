import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { GateJournal } from '../../core/gate/gateJournal.ts';
import { choose } from '../ui/quickInput/pickOne.ts';

const hourMs = 3_600_000;

/** Asks what to mute and for how long, and mutes it, unless the user cancels. Without a project, it is the connection. */
export async function askMute(
  { uuid, connectionId }: Pick<Connection, 'uuid' | 'connectionId'>,
  project: { readonly key: string; readonly name: string } | undefined,
  mute: GateJournal['mute'],
): Promise<void> {
  const until = Date.now() + hourMs;
  const choices = [...(project ? [project] : []), { name: connectionId, key: undefined }].flatMap(
    ({ name, key }) => [
      choice(vscode.l10n.t('{0}: for an hour', name), key, until),
      choice(vscode.l10n.t('{0}: until I turn it back on', name), key, undefined),
    ],
  );
  const value = await choose({
    title: vscode.l10n.t('Mute Notifications'),
    placeholder: vscode.l10n.t('The view, the status bar and the history keep updating'),
    choices,
  });
  if (value) await mute({ connection: uuid, ...value });
}

function choice(label: string, project: string | undefined, until: number | undefined) {
  return { label, iconPath: new vscode.ThemeIcon('bell-slash'), value: { project, until } };
}
