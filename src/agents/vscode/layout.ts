import type { AgentLayout } from '../agent.ts';

export const vscode: AgentLayout = {
  id: 'vscode',
  title: 'VS Code',
  withoutHooks: 'hooks of VS Code let a read pass when the hook fails, so they cannot guard',
  toolServer: {
    key: 'servers',
    paths: { project: '.vscode/mcp.json' },
    variable: (name) => `\${env:${name}}`,
    type: 'stdio',
  },
  restart: 'Reload the window.',
  advice: { toolServer: 'Start the server from .vscode/mcp.json where it does not start by itself.' },
};
