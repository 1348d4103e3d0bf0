import * as vscode from 'vscode';
import { ensurePrivateFile } from '../../node/files/openFile.ts';
import { markup, type Html } from '../../core/markup.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { hasLegacySettings } from '../migration/legacySettings.ts';
import { walkthroughId, type CommandId } from '../host/commandTable.ts';
import { commandAddress } from '../ui/hover.ts';
import { openPage, pageDocument, type Page } from '../ui/page.ts';
import { createStatusBarItem } from '../ui/statusBar.ts';
import { lastVersionKey, progressMade, tick } from './walkthroughState.ts';

/** Returns the commands. `offerNews` shows a status bar entry in one window after an update to a new minor version. */
export function walkthroughPages(services: GateServices) {
  const minor = services.version.split('.', 2).join('.');
  let entry: vscode.Disposable | undefined;
  let page: Page | undefined;
  return {
    commands: {
      'service.openWalkthrough': () => openWalkthrough(services),
      'service.showWhatsNew': () => {
        entry?.dispose();
        page?.dispose();
        const title = vscode.l10n.t("What's New in Service {0}", minor);
        page = services.own(openPage({ type: 'service.whatsNew', title, commands: linkedCommands }));
        page.setContent(newsPage(title));
      },
    },
    offerNews: async () => {
      if (await isUpdateTo(minor, services)) entry = services.own(newsEntry(minor));
    },
  };
}

async function openWalkthrough(services: GateServices): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthroughId, false);
  const { hasConnection, hasBinding } = progressMade(services);
  if (hasConnection) await tick('connect', services);
  if (hasBinding) await tick('bind', services);
}

const linkedCommands = [
  'service.checkChanges',
  'service.setUpGuards',
  'service.configureToolServer',
  'service.explainSilence',
] as const satisfies readonly CommandId[];

/** A page of ours: the preview of Markdown shows an error when the editor has started again. */
function newsPage(title: string): Html {
  const line = (heading: Html | string, text: string): Html =>
    markup`<li><strong>${heading}</strong> ${text}</li>`;
  const link = (command: (typeof linkedCommands)[number], label: string): Html =>
    markup`<a href="${commandAddress(command)}">${label}</a>`;
  const lines = [
    line(
      vscode.l10n.t('Exactly one notification'),
      vscode.l10n.t('for each change of a quality gate, on the branch or pull request that you work on.'),
    ),
    line(
      vscode.l10n.t('From the notification to the line:'),
      vscode.l10n.t('“Show Issues” opens the first issue, and the view “Quality Gate” lists what is left.'),
    ),
    line(
      vscode.l10n.t('Issues in your files:'),
      vscode.l10n.t('explain, fix, accept or assign them with Ctrl+. (Cmd+. on macOS).'),
    ),
    line(
      link('service.checkChanges', vscode.l10n.t('Check What I Changed')),
      vscode.l10n.t('finds secrets and remaining reasons of a failed gate before you push.'),
    ),
    line(
      vscode.l10n.t('Connections without copied tokens:'),
      vscode.l10n.t('approve in the browser. The token is kept in secret storage.'),
    ),
    line(
      vscode.l10n.t('Monorepos:'),
      vscode.l10n.t('bind folders below the open folder to projects of their own.'),
    ),
    line(
      link('service.setUpGuards', vscode.l10n.t('Agent hooks')),
      vscode.l10n.t('keep secrets out of the prompts, files and commands of AI agents.'),
    ),
    line(
      link('service.configureToolServer', vscode.l10n.t('Tool server')),
      vscode.l10n.t('gives AI agents the tools of your platform.'),
    ),
    line(
      link('service.explainSilence', vscode.l10n.t('Why Am I Not Notified?')),
      vscode.l10n.t('finds the cause and offers the fix.'),
    ),
    line('service-cli', vscode.l10n.t('shows gates and issues and finds secrets, in terminals and builds.')),
  ];
  return pageDocument({ title, body: markup`<h1>${title}</h1><ul>${lines}</ul>` });
}

/** Resolves with true in the first window that runs this minor version after an older one. */
async function isUpdateTo(minor: string, services: GateServices): Promise<boolean> {
  const { memory, connections, context, version } = services;
  const { fs } = vscode.workspace;
  // All windows and profiles share this folder: one of them creates the file of a version.
  const folder = context.globalStorageUri;
  await fs.createDirectory(folder);
  const names = (await fs.readDirectory(folder)).map(([name]) => name);
  // Versions before 5.0 wrote no such file, but their users have connections.
  const wasUsed =
    names.some((name) => name.startsWith('news-')) || connections().length > 0 || hasLegacySettings();
  const isFirst = ensurePrivateFile(vscode.Uri.joinPath(folder, `news-${minor}`).fsPath);
  await memory.global.update(lastVersionKey, version);
  return isFirst && wasUsed;
}

function newsEntry(minor: string): vscode.Disposable {
  const item = createStatusBarItem('whatsNew', vscode.StatusBarAlignment.Right, 0);
  item.name = vscode.l10n.t("What's New");
  item.command = 'service.showWhatsNew';
  item.tooltip = vscode.l10n.t('Service for IDE was updated to {0}. Select to read what is new.', minor);
  item.setText('megaphone', vscode.l10n.t("What's New in Service {0}", minor));
  item.accessibilityInformation = { label: item.tooltip };
  item.show();
  return item;
}
