import * as vscode from 'vscode';
import { nodeForTerminals } from '../../node/process/runProgram.ts';
import { withProgress } from '../ui/progress.ts';
import { askText } from '../ui/quickInput/askText.ts';
import { cliFiles, guessCliFolder } from './cliFiles.ts';

/** What is needed of the extension itself. */
export type Placed = Pick<vscode.Extension<unknown>, 'extensionUri' | 'packageJSON'>;

/** How service-cli is started on the machine of a folder. */
export interface PlacedCli {
  readonly node: string;
  readonly script: string;
}

/** It is on the machine that this code runs on: to an extension beside the files, they are plain files. */
export const isHere = ({ uri }: vscode.WorkspaceFolder): boolean => uri.scheme === 'file';

/** It is on a machine at all, here or at the other end of a remote window, so that a terminal can stand in it. */
export const isOnMachine = (folder: vscode.WorkspaceFolder): boolean =>
  isHere(folder) || folder.uri.scheme === 'vscode-remote';

/** The command line beside this extension. */
export function ownCli({ extensionUri }: Placed): PlacedCli {
  return { node: nodeForTerminals(), script: vscode.Uri.joinPath(extensionUri, 'dist/cli.js').fsPath };
}

/** The command line beside this extension; where the folder is on another machine, a copy there, after asking. */
export async function placeCli(
  extension: Placed,
  folder: vscode.WorkspaceFolder,
): Promise<PlacedCli | undefined> {
  if (isHere(folder)) return ownCli(extension);
  const { version } = extension.packageJSON as { version: string };
  const answer = await askText({
    title: vscode.l10n.t('Set up AI editor guards'),
    prompt: vscode.l10n.t(
      'The guards run where the folder is. Copy service-cli to this folder of that machine?',
    ),
    value: guessCliFolder(folder.uri.path, version),
    check: (text) =>
      text.startsWith('/') ? undefined : { severity: 'error', text: vscode.l10n.t('Enter a whole path.') },
  });
  if (!answer) return undefined;
  const target = folder.uri.with({ path: answer.value });
  await withProgress(vscode.l10n.t('Copying service-cli'), (signal) =>
    copyCli(vscode.Uri.joinPath(extension.extensionUri, 'dist'), target, signal),
  );
  return { node: 'node', script: vscode.Uri.joinPath(target, 'cli.js').path };
}

/** Cancelled, it stops after a file: the next time all are copied anew. */
async function copyCli(own: vscode.Uri, target: vscode.Uri, signal: AbortSignal): Promise<void> {
  const { fs } = vscode.workspace;
  await fs.createDirectory(target);
  for (const name of cliFiles) {
    if (signal.aborted) return;
    await fs.writeFile(vscode.Uri.joinPath(target, name), await fs.readFile(vscode.Uri.joinPath(own, name)));
  }
}
