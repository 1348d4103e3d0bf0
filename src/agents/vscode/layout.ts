import type { AgentLayout } from '../agent.ts';

export const vscode: AgentLayout = {
  id: 'vscode',
  title: 'VS Code',
  withoutHooks: 'its agent is Copilot; run service-cli integrate copilot',
  toolServer: {
    key: 'servers',
    paths: { project: '.vscode/mcp.json' },
    variable: (name) => `\${env:${name}}`,
    fields: { type: 'stdio' },
    network: (url, authorization) => ({ type: 'http', url, headers: { Authorization: authorization } }),
  },
  traces: { folders: ['.vscode'], programs: ['code'] },
  restart: 'Reload the window.',
  advice: { toolServer: 'If the server does not start automatically, start it from .vscode/mcp.json.' },
};
