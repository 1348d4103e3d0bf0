import type { AgentLayout, HookEntry } from '../agent.ts';
import { opencodeProtocol } from './answer.ts';
import { contextPlugin, secretsPlugin } from './plugin.data.ts';

const secrets = { component: 'secretsHooks', isBlocking: true } as const;

const entries: readonly HookEntry[] = [
  { event: 'chat.message', ...secrets },
  { event: 'tool.execute.before', ...secrets },
  { event: 'tool.execute.after', ...secrets },
  { event: 'session.start', component: 'agent', isBlocking: false },
];

/** Source: https://opencode.ai/docs/plugins. A hook is a function of a plugin, which runs inside OpenCode. */
export const opencode: AgentLayout = {
  id: 'opencode',
  title: 'OpenCode',
  hooks: {
    protocol: opencodeProtocol,
    places: {
      project: {
        files: {
          secretsHooks: '.opencode/plugins/service-guard.js',
          agent: '.opencode/plugins/service-context.js',
        },
        scripts: '.opencode/hooks',
        command: 'relative',
      },
      global: {
        files: {
          secretsHooks: '.config/opencode/plugins/service-guard.js',
          agent: '.config/opencode/plugins/service-context.js',
        },
        scripts: '.config/opencode/hooks',
        command: 'absolute',
      },
    },
    entries,
    // A clone of the project may be opened on another platform.
    hasBothShells: true,
    format: {
      kind: 'own',
      write: (all) =>
        all.some(([{ component }]) => component === 'secretsHooks') ? secretsPlugin : contextPlugin,
    },
    deniesFaults: 'agent',
    whenHookFails: { crash: 'blocks', timeout: 'blocks' },
  },
  withoutToolServer:
    'OpenCode keeps tool servers in opencode.json, which service-cli does not edit; run opencode mcp add',
  traces: { folders: ['.opencode', '.config/opencode'], programs: ['opencode'] },
  restart: 'Restart OpenCode.',
  advice: {
    secretsHooks:
      'OpenCode 2 is not guarded: it does not run plugins of version 1. OpenCode 1 loads plugins at its start. If it reports that a plugin failed to load, nothing is checked.',
  },
};
