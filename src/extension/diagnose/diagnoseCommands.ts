import * as vscode from 'vscode';
import type { GateMonitor } from '../../core/gate/monitor.ts';
import { foldersArgument } from '../host/arguments.ts';
import { isSameFolder } from '../host/folders/bindableFolder.ts';
import type { FolderBinding } from '../bindings/folderBindings.ts';
import { pickFolder } from '../bindings/pickFolder.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { linksOf, fixOf, type ChainFacts, type Link } from './chain.ts';
import { linkText } from './chainTexts.ts';
import { gatherFacts, type DiagnoseServices } from './diagnosticFacts.ts';
import { diagnosticReport } from './diagnosticReport.ts';

/** Returns the commands that copy the diagnostic report and show the links between folder and notifications. */
export function diagnoseCommands(options: DiagnoseServices) {
  return {
    // Returns the text, so that another extension can include it in a report.
    'service.copyDiagnosticReport': async () => {
      const title = vscode.l10n.t('Creating the diagnostic report…');
      const report = await withProgress(title, async (signal) =>
        diagnosticReport(await gatherFacts(options, signal)),
      );
      await vscode.env.clipboard.writeText(report);
      // Not awaited: the command returns the text, whether or not the user answers the message.
      offerReport(report).catch((error: unknown) => options.report(error, 'showing the diagnostic report'));
      return report;
    },

    'service.explainSilence': async (argument: unknown) => {
      const folder = await pickFolder(
        foldersArgument(argument),
        options.bindings.list().map((binding) => binding.folder),
        vscode.l10n.t('Select a folder to diagnose'),
      );
      const binding = folder && options.bindings.list().find((item) => isSameFolder(item.folder, folder));
      if (binding) await explain(binding, options);
    },
  };
}

async function offerReport(report: string): Promise<void> {
  const show = vscode.l10n.t('Show Report');
  const text = vscode.l10n.t(
    'The diagnostic report was copied to the clipboard. It contains addresses and names, but no tokens.',
  );
  if ((await showInformation(text, show)) !== show) return;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: report });
  await vscode.window.showTextDocument(document);
}

/** Shows the links of the chain. Broken ones come first, so that Enter repairs the first of them. */
async function explain({ folder, resolution }: FolderBinding, options: DiagnoseServices): Promise<void> {
  const facts = chainFacts({ folder, resolution }, options);
  const links = linksOf(facts);
  const broken = links.find(({ holds }) => holds === 'no');
  const title = broken
    ? vscode.l10n.t('{0}: problem with “{1}”', folder.name, linkText(broken, facts).label)
    : vscode.l10n.t('{0}: no problems found', folder.name);
  const chosen = await choose({
    title,
    placeholder: vscode.l10n.t('Steps from folder to notification. Select a problem to fix it.'),
    choices: links.map((link) => ({ ...rowOf(link, facts), value: link })),
  });
  const fix = chosen && fixOf(chosen, facts);
  if (fix === undefined) return;
  await vscode.commands.executeCommand(fix, {
    folderUri: folder.uri.toString(),
    ...(resolution.state === 'bound' && {
      uuid: resolution.connection.uuid,
      projectKey: resolution.projectKey,
    }),
  });
}

function rowOf(link: Link, facts: ChainFacts) {
  const { label, detail } = linkText(link, facts);
  const signs = {
    yes: { icon: 'pass', word: vscode.l10n.t('OK') },
    no: { icon: 'error', word: vscode.l10n.t('problem') },
    unknown: { icon: 'circle-outline', word: vscode.l10n.t('unknown') },
  };
  const { icon, word } = signs[link.holds];
  return { label, description: word, detail, iconPath: new vscode.ThemeIcon(icon) };
}

function chainFacts({ folder, resolution: binding }: FolderBinding, options: DiagnoseServices): ChainFacts {
  const { states, gates, monitor, relay, branches } = options;
  const storageFailure = monitor.journal.storageFailure?.code;
  if (binding.state !== 'bound') return { binding, storageFailure, lastChange: undefined };
  const { connection, projectKey } = binding;
  const { uuid } = connection;
  const last = monitor.journal
    .changes()
    .findLast((change) => change.connection === uuid && change.project === projectKey);
  return {
    binding,
    connected: {
      connection,
      state: states.of(uuid),
      gate: gates.gateOf(uuid, projectKey, branches.of(folder)),
      muted: mutedAs(uuid, projectKey, monitor),
      pollError: monitor.journal.pollErrorOf(uuid),
      checkedAt: monitor.journal.checkedAt(uuid, projectKey),
      relay: relay.status && { ...relay.status, covers: relay.covers(projectKey) },
    },
    storageFailure,
    lastChange: last,
  };
}

/** Returns the mute to lift: the project's where both are muted. Lifting that one reveals the one of the connection. */
function mutedAs(uuid: string, project: string, monitor: GateMonitor): 'project' | 'connection' | undefined {
  if (monitor.journal.muteOf(uuid, project)) return 'project';
  return monitor.journal.muteOf(uuid) && 'connection';
}
