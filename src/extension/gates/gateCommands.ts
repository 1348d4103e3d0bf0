import * as vscode from 'vscode';
import { gateArgument } from '../host/arguments.ts';
import type { CommandsOf } from '../host/commands.ts';
import { viewId, type CommandId, type gateCommandIds } from '../host/commandTable.ts';
import { pickConnection, type PickServices } from '../connections/pickConnection.ts';
import { withProgress } from '../ui/progress.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import type { DetailsPanels } from './details/detailsPanels.ts';
import { askMute } from './askMute.ts';
import type { FolderGate } from './folderGates.ts';
import type { GateServices } from './gateServices.ts';
import { gateNameText, knownGateText } from './gateTexts.ts';
import { projectPage } from '../../core/gate/platformPages.ts';
import { currentOrPickedGate, pickGate, showNoProject } from './pickGate.ts';

interface GateCommandServices extends PickServices, Pick<GateServices, 'allGates' | 'baseUrlOf'> {
  readonly monitor: Pick<GateServices['monitor'], 'check'>;
  readonly journal: Pick<GateServices['journal'], 'mute' | 'unmute'>;
}

/** Without an argument they take the gate of the current folder, or let the user pick a project. */
export function gateCommands(
  services: GateCommandServices,
  showDetails: DetailsPanels['show'],
): CommandsOf<typeof gateCommandIds> {
  const { allGates, baseUrlOf, journal } = services;
  return {
    'service.showGate': async () => {
      const gate = await currentOrPickedGate(allGates());
      if (gate) await showActions(gate, services, showDetails);
    },
    'service.showGateDetails': async (argument) => {
      const named = gateArgument(argument);
      if (named) {
        const connection = services.connections().find(({ uuid }) => uuid === named.uuid);
        if (connection) await showDetails({ connection, project: named.projectKey, branch: named.branch });
        else showNoProject();
        return;
      }
      const gate = await currentOrPickedGate(allGates());
      if (gate) await showDetails(detailsOf(gate));
    },
    'service.openProject': async (argument) => {
      const gate = await pickGate(argument, allGates());
      if (gate) await open(gate, baseUrlOf);
    },
    'service.muteProject': async (argument) => {
      const audible = allGates().filter(({ muted }) => !muted);
      const gate = await pickGate(argument, audible);
      if (gate) await muteProject(gate, journal);
    },
    'service.unmuteProject': async (argument) => {
      const silent = allGates().filter(({ muted }) => muted);
      const gate = await pickGate(argument, silent);
      if (gate) await unmuteProject(gate, journal);
    },
    'service.muteConnection': async (argument) => {
      const question = vscode.l10n.t('Select a connection to mute');
      const connection = await pickConnection(argument, question, services);
      if (connection) await askMute(connection, undefined, (added) => journal.mute(added));
    },
    'service.unmuteConnection': async (argument) => {
      const question = vscode.l10n.t('Select a connection to unmute');
      const connection = await pickConnection(argument, question, services);
      if (connection) await journal.unmute({ connection: connection.uuid, project: undefined });
    },
  };
}

function detailsOf({ connection, projectKey, gate }: FolderGate): Parameters<DetailsPanels['show']>[0] {
  return { connection, project: projectKey, branch: gate.branch };
}

async function muteProject(
  { connection, projectKey, projectName }: FolderGate,
  journal: GateCommandServices['journal'],
): Promise<void> {
  await askMute(connection, { key: projectKey, name: projectName }, (added) => journal.mute(added));
}

async function unmuteProject(
  { connection, projectKey }: FolderGate,
  journal: GateCommandServices['journal'],
): Promise<void> {
  await journal.unmute({ connection: connection.uuid, project: projectKey });
}

async function showActions(
  gate: FolderGate,
  { baseUrlOf, monitor, journal }: GateCommandServices,
  showDetails: DetailsPanels['show'],
): Promise<void> {
  const { connection, projectKey, projectName, folder, muted } = gate;
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
      choice(vscode.l10n.t('Show details'), 'graph-line', () => showDetails(detailsOf(gate))),
      choice(vscode.l10n.t('Open in browser'), 'link-external', () => open(gate, baseUrlOf)),
      choice(vscode.l10n.t('Check now'), 'refresh', () =>
        withProgress(vscode.l10n.t('Checking the quality gate of {0}…', projectName), () =>
          monitor.check(connection.uuid),
        ),
      ),
      muted
        ? choice(vscode.l10n.t('Unmute notifications for this project'), 'bell', () =>
            unmuteProject(gate, journal),
          )
        : choice(vscode.l10n.t('Mute notifications…'), 'bell-slash', () => muteProject(gate, journal)),
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
  baseUrlOf: GateServices['baseUrlOf'],
): Promise<void> {
  const page = projectPage(baseUrlOf(connection), projectKey, gate.branch);
  await vscode.env.openExternal(vscode.Uri.parse(page, true));
}
