import * as vscode from 'vscode';
import { nodeForTerminals } from '../../node/runProgram.ts';
import { cliFiles, guessCliFolder } from './cliFiles.ts';

/** How service-cli is started on the machine of a folder. */
export interface PlacedCli {
  readonly node: string;
  readonly script: string;
  /** It is the machine that this code runs on too. */
  readonly isHere: boolean;
}

/** The command line beside this extension; where the folder is on another machine, a copy there, after asking. */
export async function placeCli(
  extension: vscode.Extension<unknown>,
  folder: vscode.WorkspaceFolder,
): Promise<PlacedCli | undefined> {
  const own = vscode.Uri.joinPath(extension.extensionUri, 'dist');
  const isHere =
    vscode.env.remoteName === undefined || extension.extensionKind === vscode.ExtensionKind.Workspace;
  if (isHere) return { node: nodeForTerminals(), script: vscode.Uri.joinPath(own, 'cli.js').fsPath, isHere };
  const { version } = extension.packageJSON as { version: string };
  const path = await vscode.window.showInputBox({
    title: vscode.l10n.t('Set up AI editor guards'),
    prompt: vscode.l10n.t(
      'The guards run where the folder is. Copy service-cli to this folder of that machine?',
    ),
    value: guessCliFolder(folder.uri.path, version),
    ignoreFocusOut: true,
    validateInput: (text) => (text.startsWith('/') ? undefined : vscode.l10n.t('Enter a whole path.')),
  });
  if (path === undefined) return undefined;
  const target = folder.uri.with({ path });
  await copyCli(own, target);
  return { node: 'node', script: vscode.Uri.joinPath(target, 'cli.js').path, isHere };
}

async function copyCli(own: vscode.Uri, target: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  await fs.createDirectory(target);
  for (const name of cliFiles)
    await fs.writeFile(vscode.Uri.joinPath(target, name), await fs.readFile(vscode.Uri.joinPath(own, name)));
}
