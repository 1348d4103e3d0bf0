import type * as vscode from 'vscode';
import { runProgram } from '../../node/process/runProgram.ts';
import { guardStatusOf, type GuardStatus } from './guardState.ts';
import { ownCli, type Placed } from './placeCli.ts';

/**
 * Returns the state of the agent hooks of a folder on this machine, as the service-cli of this extension reports it.
 *
 * @throws {Failure} `storage` where service-cli fails or runs longer than 30 seconds, `malformed` where its output has
 * another form.
 */
export async function readGuards(extension: Placed, folder: vscode.WorkspaceFolder): Promise<GuardStatus> {
  const { script } = ownCli(extension);
  return guardStatusOf(await runProgram(script, ['system', 'status', '--json'], folder.uri.fsPath));
}
