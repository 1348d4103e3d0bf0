import * as vscode from 'vscode';
import { choose } from '../ui/quickInput/pickOne.ts';

const hourMs = 3_600_000;

/** Without `project`, the whole connection. `until`: milliseconds since the epoch, or until the user resumes it. */
export interface MuteAnswer {
  readonly connection: string;
  readonly project: string | undefined;
  readonly until: number | undefined;
}

export interface MuteQuestion {
  readonly connection: { readonly uuid: string; readonly name: string };
  readonly project?: { readonly key: string; readonly name: string } | undefined;
}

/** Returns undefined if the user cancels. `now`: milliseconds since the epoch. */
export async function askMute(question: MuteQuestion, now: number): Promise<MuteAnswer | undefined> {
  const { connection, project } = question;
  const choices = [
    ...(project ? [{ name: project.name, key: project.key }] : []),
    { name: connection.name, key: undefined },
  ].flatMap(({ name, key }) => [
    choice(vscode.l10n.t('{0}: for an hour', name), key, now + hourMs),
    choice(vscode.l10n.t('{0}: until I turn it back on', name), key, undefined),
  ]);
  const value = await choose({
    title: vscode.l10n.t('Mute Notifications'),
    placeholder: vscode.l10n.t('The view, the status bar and the history keep updating'),
    choices,
  });
  return value && { connection: connection.uuid, ...value };
}

function choice(label: string, project: string | undefined, until: number | undefined) {
  return { label, iconPath: new vscode.ThemeIcon('bell-slash'), value: { project, until } };
}
