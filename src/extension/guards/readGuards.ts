import type * as vscode from 'vscode';
import { runProgram } from '../../node/process/runProgram.ts';
import { guardStatusOf, type GuardStatus } from './guardState.ts';
import { ownCli, type Placed } from './placeCli.ts';

/** What is installed in a folder of this machine: the command line beside this extension says it. */
export async function readGuards(extension: Placed, folder: vscode.WorkspaceFolder): Promise<GuardStatus> {
  const { script } = ownCli(extension);
  return guardStatusOf(await runProgram(script, ['system', 'status', '--json'], folder.uri.fsPath));
}
