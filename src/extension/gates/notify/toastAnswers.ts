import * as vscode from 'vscode';
import type { Connection } from '../../../core/connections/connection.ts';
import type { GateJournal } from '../../../core/gate/gateJournal.ts';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';
import { choose } from '../../ui/quickInput/pickOne.ts';
import { askMute } from '../askMute.ts';
import { conditionsText, headlineText, projectText } from './gateChangeTexts.ts';
import { gateText } from '../gateTexts.ts';
import { projectPage, safeLink } from '../../../core/gate/platformPages.ts';

export interface ToastAnswerOptions {
  readonly connectionOf: (uuid: string) => Connection | undefined;
  readonly baseUrlOf: (connection: Connection) => string;
  readonly mute: GateJournal['mute'];
}

export async function askAndMute(
  { connection: uuid, project: key, projectName: name = key }: GateChange,
  { connectionOf, mute }: ToastAnswerOptions,
): Promise<void> {
  await askMute(connectionOf(uuid) ?? { uuid, connectionId: uuid }, { key, name }, mute);
}

export function pickChange(changes: readonly GateChange[]): Promise<GateChange | undefined> {
  return choose({
    title: vscode.l10n.t('Changed Quality Gates'),
    placeholder: vscode.l10n.t('Select a change to see its details'),
    choices: changes.map((value) => ({
      label: headlineText(value),
      iconPath: new vscode.ThemeIcon(gateText(value.to).icon),
      detail: conditionsText(value),
      value,
    })),
  });
}

export function pickNewIssues(changes: readonly GateChange[]): Promise<GateChange | undefined> {
  return choose({
    title: vscode.l10n.t('New Issues Assigned to You'),
    placeholder: vscode.l10n.t('Select a project to see its issues'),
    choices: changes.map((value) => ({ label: projectText(value), value })),
  });
}

/** A link is used only if it stays on the platform that the connection names. */
export async function openChange(
  change: GateChange,
  { connectionOf, baseUrlOf }: ToastAnswerOptions,
): Promise<void> {
  const connection = connectionOf(change.connection);
  if (!connection) return;
  const baseUrl = baseUrlOf(connection);
  const page = projectPage(baseUrl, change.project, change.branch);
  await vscode.env.openExternal(vscode.Uri.parse(safeLink(change.link, baseUrl, page), true));
}
