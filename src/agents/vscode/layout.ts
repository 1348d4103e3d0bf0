import type { AgentLayout } from '../agent.ts';

export const vscode: AgentLayout = {
  id: 'vscode',
  title: 'VS Code',
  withoutHooks: 'hooks of VS Code allow a read when the hook fails, so they cannot block secrets',
  toolServer: {
    key: 'servers',
    paths: { project: '.vscode/mcp.json' },
    variable: (name) => `\${env:${name}}`,
    type: 'stdio',
  },
  restart: 'Reload the window.',
  advice: { toolServer: 'If the server does not start automatically, start it from .vscode/mcp.json.' },
};
