import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { gateArgument } from '../host/arguments.ts';
import type { CommandsOf } from '../host/commands.ts';
import { viewId, type CommandId, type gateCommandIds } from '../host/commandTable.ts';
import { pickConnection, type ConnectionPicker } from '../connections/pickConnection.ts';
import { withProgress } from '../ui/progress.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import type { DetailsPanels } from './details/detailsPanels.ts';
import { askMute, type MuteAnswer, type MuteQuestion } from './askMute.ts';
import { currentGate, type FolderGate } from './folderGates.ts';
import { gateNameText, knownGateText } from './gateTexts.ts';
import { projectPage } from '../../core/gate/platformPages.ts';
import { pickGate, showNoProject } from './pickGate.ts';

interface GateCommandsOptions {
  readonly all: () => readonly FolderGate[];
  readonly baseUrlOf: (connection: Connection) => string;
  readonly check: (uuid: string) => Promise<void>;
  readonly picker: ConnectionPicker;
  readonly showDetails: DetailsPanels['show'];
  readonly mute: (answer: MuteAnswer) => Promise<void>;
  /** Without a project, the mute of the connection as a whole. */
  readonly unmute: (uuid: string, project?: string) => Promise<void>;
}

/** Without an argument they take the gate of the current folder, or let the user pick a project. */
export function gateCommands(options: GateCommandsOptions): CommandsOf<typeof gateCommandIds> {
  return {
    'service.showGate': async () => {
      const gate = currentGate(options.all()) ?? (await pickGate(undefined, options.all()));
      if (gate) await showActions(gate, options);
    },
    'service.showGateDetails': async (argument) => {
      const named = gateArgument(argument);
      if (named) {
        const connection = options.picker.list().find(({ uuid }) => uuid === named.uuid);
        if (connection)
          await options.showDetails({ connection, project: named.projectKey, branch: named.branch });
        else showNoProject();
        return;
      }
      const gate = currentGate(options.all()) ?? (await pickGate(undefined, options.all()));
      if (gate) await options.showDetails(detailsOf(gate));
    },
    'service.openProject': async (argument) => {
      const gate = await pickGate(argument, options.all());
      if (gate) await open(gate, options);
    },
    'service.muteProject': async (argument) => {
      const audible = options.all().filter(({ muted }) => !muted);
      const gate = await pickGate(argument, audible);
      if (gate) await mute(questionAbout(gate), options);
    },
    'service.unmuteProject': async (argument) => {
      const silent = options.all().filter(({ muted }) => muted);
      const gate = await pickGate(argument, silent);
      if (gate) await options.unmute(gate.connection.uuid, gate.projectKey);
    },
    'service.muteConnection': async (argument) => {
      const question = vscode.l10n.t('Select a connection to mute');
      const connection = await pickConnection(argument, question, options.picker);
      if (connection) await mute({ connection: namedConnection(connection) }, options);
    },
    'service.unmuteConnection': async (argument) => {
      const question = vscode.l10n.t('Select a connection to unmute');
      const connection = await pickConnection(argument, question, options.picker);
      if (connection) await options.unmute(connection.uuid);
    },
  };
}

function detailsOf({ connection, projectKey, gate }: FolderGate): Parameters<DetailsPanels['show']>[0] {
  return { connection, project: projectKey, branch: gate.branch };
}

async function mute(question: MuteQuestion, options: GateCommandsOptions): Promise<void> {
  const answer = await askMute(question, Date.now());
  if (answer) await options.mute(answer);
}

function questionAbout({ connection, projectKey, projectName }: FolderGate): MuteQuestion {
  return { connection: namedConnection(connection), project: { key: projectKey, name: projectName } };
}

function namedConnection({ uuid, connectionId }: Connection): MuteQuestion['connection'] {
  return { uuid, name: connectionId };
}

async function showActions(gate: FolderGate, options: GateCommandsOptions): Promise<void> {
  const { connection, projectKey, projectName, folder, muted } = gate;
  const { uuid } = connection;
  const choice = (label: string, icon: string, value: () => unknown) => {
    return { label, iconPath: new vscode.ThemeIcon(icon), value };
  };
  const run = await choose({
    title: vscode.l10n.t(
      'Quality gate of {0}: {1}',
      gateNameText(projectName, gate.gate.branch),
      knownGateText(gate.gate).label,
    ),
    placeholder: vscode.l10n.t('{0}, bound to {1} on {2}', folder.name, projectKey, connection.connectionId),
    choices: [
      ...(gate.gate.status === 'ERROR'
        ? [choice(vscode.l10n.t('Show issues'), 'warning', () => showIssues(gate))]
        : []),
      choice(vscode.l10n.t('Show details'), 'graph-line', () => options.showDetails(detailsOf(gate))),
      choice(vscode.l10n.t('Open in browser'), 'link-external', () => open(gate, options)),
      choice(vscode.l10n.t('Check now'), 'refresh', () =>
        withProgress(vscode.l10n.t('Checking the quality gate of {0}…', projectName), () =>
          options.check(uuid),
        ),
      ),
      muted
        ? choice(vscode.l10n.t('Unmute notifications for this project'), 'bell', () =>
            options.unmute(uuid, projectKey),
          )
        : choice(vscode.l10n.t('Mute notifications…'), 'bell-slash', () =>
            mute(questionAbout(gate), options),
          ),
      choice(vscode.l10n.t('Bind to another project'), 'link', () =>
        vscode.commands.executeCommand('service.bindFolder', { folderUri: folder.uri.toString() }),
      ),
      choice(vscode.l10n.t('Show connections'), 'list-tree', () =>
        vscode.commands.executeCommand(`${viewId}.focus`),
      ),
    ],
  });
  await run?.();
}

/** Opens the first issue behind the gate at its line, or the page of the issues if no folder has its file. */
async function showIssues({ connection, projectKey, gate }: FolderGate): Promise<void> {
  const command: CommandId = 'service.showGateIssues';
  const argument = { uuid: connection.uuid, projectKey, branch: gate.branch, open: 'first' };
  await vscode.commands.executeCommand(command, argument);
}

async function open(
  { connection, projectKey, gate }: FolderGate,
  { baseUrlOf }: GateCommandsOptions,
): Promise<void> {
  const page = projectPage(baseUrlOf(connection), projectKey, gate.branch);
  await vscode.env.openExternal(vscode.Uri.parse(page, true));
}
