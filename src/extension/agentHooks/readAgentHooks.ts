import type * as vscode from 'vscode';
import { runProgram } from '../../node/process/runProgram.ts';
import { agentHooksStatusOf, type AgentHooksStatus } from './agentHookState.ts';
import { ownCli, type InstalledExtension } from './installCli.ts';

/**
 * Returns the state of the agent hooks of a folder on this machine, as the service-cli of this extension reports it.
 *
 * @throws {Failure} `storage` where service-cli fails or runs longer than 30 seconds, `malformed` where its output has
 * another form.
 */
export async function readAgentHooks(
  extension: InstalledExtension,
  folder: vscode.WorkspaceFolder,
): Promise<AgentHooksStatus> {
  const { script } = ownCli(extension);
  return agentHooksStatusOf(await runProgram(script, ['system', 'status', '--json'], folder.uri.fsPath));
}
