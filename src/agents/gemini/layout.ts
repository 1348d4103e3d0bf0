import type { AgentLayout } from '../agent.ts';

export const gemini: AgentLayout = {
  id: 'gemini',
  title: 'Gemini CLI',
  withoutHooks: 'its hooks are not documented well enough to block secrets',
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.gemini/settings.json', global: '.gemini/settings.json' },
    variable: (name) => `\${${name}}`,
  },
  traces: { folders: ['.gemini'], programs: ['gemini'] },
  restart: 'Restart Gemini CLI.',
  advice: {},
};
