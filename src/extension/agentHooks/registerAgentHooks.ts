import * as vscode from 'vscode';
import { Emitter } from '../../core/events.ts';
import { lazyCommands } from '../host/commands.ts';
import { agentHookCommandIds } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import type { HostServices } from '../host/hostServices.ts';
import type { AgentHookSource } from './agentHookNodes.ts';

/**
 * Returns the commands of agent hooks and their rows in the view. The code that runs service-cli is loaded with the
 * first use of either.
 */
export function registerAgentHooks({ context, own, report, reporting }: HostServices) {
  const { extension } = context;
  const changed = own(new Emitter<void>(reporting('showing agent hooks')));
  const loaded = lazy(async () => {
    const { AgentHookRows } = await import('./agentHooks.ts');
    const fire = () => changed.fire();
    return own(new AgentHookRows({ extension, changed: fire, report }));
  });
  const audit = lazy(async () => new (await import('./agentHooks.ts')).AgentAudit(extension));
  const rows: AgentHookSource = {
    isOffered: () => vscode.workspace.isTrusted && vscode.workspace.workspaceFolders !== undefined,
    list: async () => [...(await (await loaded()).list()), (await audit()).node],
    onDidChange: changed.event,
  };
  const commands = lazyCommands(agentHookCommandIds, async () => {
    const { agentHookCommands } = await import('./agentHooks.ts');
    return agentHookCommands(extension);
  });
  const auditing = lazyCommands(['service.auditAgents'], async () => {
    const search = await audit();
    return {
      'service.auditAgents': async () => {
        await search.run();
        changed.fire();
      },
    };
  });
  return { rows, commands: { ...commands, ...auditing } };
}
