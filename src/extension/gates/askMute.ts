import * as vscode from 'vscode';
import { choose } from '../ui/quickInput/askPick.ts';

const hourMs = 3_600_000;

/** What is muted, and until when (local clock); undefined: until it is resumed. */
export interface MuteAnswer {
  readonly connection: string;
  readonly project: string | undefined;
  readonly until: number | undefined;
}

export interface MuteQuestion {
  /** Uuid and name. */
  readonly connection: { readonly uuid: string; readonly name: string };
  /** Key and name. */
  readonly project?: { readonly key: string; readonly name: string } | undefined;
}

/** For how long a project or a connection is to be silent. Undefined when the person leaves. */
export async function askMute(question: MuteQuestion, now: number): Promise<MuteAnswer | undefined> {
  const { connection, project } = question;
  const choices = [
    ...(project ? [{ name: project.name, key: project.key }] : []),
    { name: connection.name, key: undefined },
  ].flatMap(({ name, key }) => [
    choice(vscode.l10n.t('{0}: for an hour', name), key, now + hourMs),
    choice(vscode.l10n.t('{0}: until I resume', name), key, undefined),
  ]);
  const value = await choose({
    title: vscode.l10n.t('Mute notifications'),
    placeholder: vscode.l10n.t('Tree, status bar and history go on.'),
    choices,
  });
  return value && { connection: connection.uuid, ...value };
}

function choice(label: string, project: string | undefined, until: number | undefined) {
  return { label, iconPath: new vscode.ThemeIcon('bell-slash'), value: { project, until } };
}
