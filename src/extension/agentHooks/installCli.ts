import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { parse, parseJson } from '../../core/parsing.ts';
import { commonJsPackage } from '../../node/files/serviceHome.ts';
import { findProgram } from '../../node/process/findProgram.ts';
import { showError } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { askText, inputError } from '../ui/quickInput/askText.ts';
import { cliFiles, guessCliFolder } from './cliFiles.ts';

/** The part of the extension object that is needed here. */
export type InstalledExtension = Pick<vscode.Extension<unknown>, 'extensionUri' | 'packageJSON'>;

/**
 * The command that starts service-cli on the machine of a folder. The program has an absolute path: the editor looks for
 * other programs on the PATH and then in the folder, which may contain a file named `node`.
 */
export interface InstalledCli {
  readonly program: string;
  readonly args: readonly string[];
}

/** Whether the folder is on this machine. An extension that runs beside the files sees plain files. */
export const isOnThisMachine = ({ uri }: Pick<vscode.WorkspaceFolder, 'uri'>): boolean =>
  uri.scheme === 'file';

/** Whether the folder is on this machine or the remote one, so that a terminal can open in it. */
export const isOnMachine = (folder: vscode.WorkspaceFolder): boolean =>
  isOnThisMachine(folder) || folder.uri.scheme === 'vscode-remote';

export const ownScript = ({ extensionUri }: InstalledExtension): string =>
  vscode.Uri.joinPath(extensionUri, 'dist/cli.js').fsPath;

/**
 * Parses what service-cli prints with `--json`: a document per line.
 *
 * @param what The name of a line, for the error message.
 * @throws {Failure} `malformed`
 */
export function parseLines<S extends z.ZodMiniType>(schema: S, output: string, what: string): z.output<S>[] {
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => parse(schema, parseJson(line, what), what));
}

/**
 * Provides service-cli on the machine of the folder.
 *
 * @returns The service-cli of this extension if the folder is on this machine; undefined after a message if Node
 * is missing. Otherwise a copy in a folder of the remote machine that the user confirms; undefined if the user cancels.
 * @throws {Failure} `cancelled` if the user cancels the copying.
 */
export async function installCli(
  extension: InstalledExtension,
  folder: vscode.WorkspaceFolder,
): Promise<InstalledCli | undefined> {
  if (isOnThisMachine(folder)) return cliHere(extension);
  const { version } = extension.packageJSON as { version: string };
  const answer = await askText({
    title: vscode.l10n.t('Set Up Agent Hooks'),
    prompt: vscode.l10n.t(
      'Agent hooks run on the machine that has the folder. Enter the path on that machine to copy service-cli to',
    ),
    value: guessCliFolder(folder.uri.path, version),
    check: (text) =>
      text.startsWith('/') ? undefined : inputError(vscode.l10n.t('Enter an absolute path.')),
  });
  if (!answer) return undefined;
  const target = folder.uri.with({ path: answer.value });
  await withProgress(vscode.l10n.t('Copying service-cli…'), (signal) =>
    copyCli(vscode.Uri.joinPath(extension.extensionUri, 'dist'), target, signal),
  );
  return { program: '/usr/bin/env', args: ['node', vscode.Uri.joinPath(target, 'cli.js').path] };
}

async function cliHere(extension: InstalledExtension): Promise<InstalledCli | undefined> {
  // The executable of a desktop editor would open a window in a terminal.
  const node = process.versions.electron === undefined ? process.execPath : findProgram('node');
  if (node !== undefined) return { program: node, args: [ownScript(extension)] };
  await showError(
    vscode.l10n.t(
      'Agent hooks need Node.js, which is not on the PATH. Install Node.js 20.19 or newer, then restart the editor.',
    ),
  );
  return undefined;
}

/** Copies all files at each call. After an abort it stops between two files. */
async function copyCli(own: vscode.Uri, target: vscode.Uri, signal: AbortSignal): Promise<void> {
  const { fs } = vscode.workspace;
  await fs.createDirectory(target);
  const { name: packageName, text } = commonJsPackage;
  await fs.writeFile(vscode.Uri.joinPath(target, packageName), new TextEncoder().encode(text));
  for (const name of cliFiles) {
    if (signal.aborted) return;
    await fs.writeFile(vscode.Uri.joinPath(target, name), await fs.readFile(vscode.Uri.joinPath(own, name)));
  }
}
