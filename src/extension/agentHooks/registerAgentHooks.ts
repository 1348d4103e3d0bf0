import * as vscode from 'vscode';
import { lazyCommands } from '../host/commands.ts';
import { agentHookCommandIds, agentHooksViewId } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import type { HostServices } from '../host/hostServices.ts';
import type { AgentHooksRow } from './agentHookItems.ts';

/** Shows the view Agent Hooks and returns its commands. The first row or command loads the code behind them. */
export function registerAgentHooks({ context, own, report }: HostServices) {
  const { extension } = context;
  const changed = own(new vscode.EventEmitter<void>());
  const loaded = lazy(async () => {
    const { AgentHookRows } = await import('./agentHooks.ts');
    return own(new AgentHookRows(extension, () => changed.fire(), report));
  });
  const audit = lazy(async () => (await import('./agentHooks.ts')).agentAudit(extension));
  const childrenOf = async (row: AgentHooksRow | undefined): Promise<AgentHooksRow[]> => {
    switch (row?.kind) {
      case undefined:
        return [...(await (await loaded()).list()), (await audit()).node()];
      case 'agentHooksOfFolder':
        return [...row.agents];
      case 'agentAudit':
        return [...(row.secrets ?? [])];
      case 'hookedAgent':
      case 'auditedSecret':
        return [];
    }
  };
  own(
    vscode.window.createTreeView<AgentHooksRow>(agentHooksViewId, {
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: childrenOf,
        getTreeItem: async (row) => (await import('./agentHooks.ts')).agentHooksItem(row),
      },
    }),
  );
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
  return { ...commands, ...auditing };
}
