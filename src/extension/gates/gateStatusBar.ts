import * as vscode from 'vscode';
import type { CommandId } from '../host/commandTable.ts';
import { commandAddress, linkedMarkdown, type Link } from '../ui/hover.ts';
import { createStatusBarItem } from '../ui/statusBar.ts';
import { distinctGates, isSameGate, shownGates, type FolderGate } from './folderGates.ts';
import type { GateServices } from './gateServices.ts';
import { gateNameText, knownGateText, stalenessText } from './gateTexts.ts';
import { worstOf } from './knownGate.ts';

/** Characters of the name of a project in the status bar, which has little room. */
const longestName = 24;
const linkedCommands = [
  'service.showGateIssues',
  'service.showGateDetails',
  'service.openProject',
  'service.muteProject',
  'service.unmuteProject',
] as const satisfies readonly CommandId[];

/** Shows the worst of the gates that `shownGates` returns; hides the entry in a window without gates. */
export function showGateStatusBar({ own, allGates, gates: { muteOf }, onDidChange }: GateServices): void {
  const item = own(createStatusBarItem('gate', vscode.StatusBarAlignment.Left, 10));
  item.name = vscode.l10n.t('Quality Gate');
  item.command = 'service.showGate';
  const render = () => {
    const all = allGates();
    const shown = shownGates(all);
    const worst = worstOf(shown);
    if (!worst) {
      item.hide();
      return;
    }
    const { icon, label } = knownGateText(worst.gate);
    const isOnly = all.every((gate) => isSameGate(gate, worst));
    const name = isOnly ? vscode.l10n.t('Gate') : shortened(worst.projectName);
    const isDoubtful = worst.gate.stale !== undefined && !worst.gate.hidden;
    const isMuted = worst.muted || muteOf(worst.connection.uuid) !== undefined;
    item.setText(icon, `${name}: ${label}${isDoubtful ? '?' : ''}`, isMuted ? 'bell-slash' : undefined);
    const listed = distinctGates([worst, ...shown]);
    item.tooltip = linkedMarkdown(
      listed.map((gate) => ({ lines: [lineOf(gate)], links: linksOf(gate) })),
      linkedCommands,
    );
    const lines = [...listed.map(lineOf), ...(isMuted ? [vscode.l10n.t('Notifications are muted.')] : [])];
    item.accessibilityInformation = { label: lines.join('\n') };
    item.backgroundColor =
      worst.gate.status === 'ERROR' && !isDoubtful
        ? new vscode.ThemeColor('statusBarItem.errorBackground')
        : undefined;
    item.show();
  };
  own(onDidChange(render));
  own(vscode.window.onDidChangeActiveTextEditor(render));
  render();
}

function shortened(name: string): string {
  return name.length <= longestName
    ? name
    : `${name.slice(0, longestName - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

function lineOf({ projectName, gate }: FolderGate): string {
  const name = gateNameText(projectName, gate.branch);
  const text = vscode.l10n.t('Quality gate of {0}: {1}', name, knownGateText(gate).label);
  return gate.stale && !gate.hidden ? `${text}. ${stalenessText(gate.stale)}` : text;
}

function linksOf({ connection: { uuid }, projectKey, gate, muted }: FolderGate): readonly Link[] {
  const ref = { uuid, projectKey, branch: gate.branch };
  const link = (label: string, command: (typeof linkedCommands)[number], argument: object = ref): Link => {
    return { label, address: commandAddress(command, argument) };
  };
  return [
    ...(gate.status === 'ERROR' && !gate.hidden
      ? [link(vscode.l10n.t('Show Issues'), 'service.showGateIssues', { ...ref, open: 'first' })]
      : []),
    link(vscode.l10n.t('Show Details'), 'service.showGateDetails'),
    link(vscode.l10n.t('Open in Browser'), 'service.openProject'),
    muted
      ? link(vscode.l10n.t('Unmute'), 'service.unmuteProject')
      : link(vscode.l10n.t('Mute…'), 'service.muteProject'),
  ];
}
