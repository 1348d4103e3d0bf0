import type { AgentLayout } from '../agent.ts';

export const claude: AgentLayout = {
  id: 'claude',
  title: 'Claude Code',
  withoutHooks: 'hooks of Claude Code allow a read when the hook fails, so they cannot block secrets',
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.mcp.json' },
    variable: (name) => `\${${name}}`,
  },
  restart: 'Restart Claude Code.',
  advice: { toolServer: 'Allow the server of .mcp.json when Claude Code asks.' },
};
