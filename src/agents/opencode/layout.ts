import { type AgentLayout, entriesFor } from '../agent.ts';
import { opencodeProtocol } from './protocol.ts';
import { contextPlugin, secretsPlugin } from './plugin.data.ts';

/**
 * A hook is a function of a plugin, which runs inside OpenCode. The vendor documents the form of version 2, for which no
 * run has proven that a throw blocks. By the notes of public plugins, version 1 takes a plugin of both forms from 1.18.29 on.
 *
 * Sources: https://opencode.ai/docs/plugins, https://opencode.ai/v2/docs/build/plugins/migrate-v1
 */
export const opencode: AgentLayout = {
  id: 'opencode',
  title: 'OpenCode',
  hooks: {
    protocol: opencodeProtocol,
    places: {
      project: {
        file: '.opencode/plugins/service-guard.js',
        contextFile: '.opencode/plugins/service-context.js',
        scripts: '.opencode/hooks',
        command: 'relative',
      },
      global: {
        file: '.config/opencode/plugins/service-guard.js',
        contextFile: '.config/opencode/plugins/service-context.js',
        scripts: '.config/opencode/hooks',
        command: 'absolute',
      },
    },
    entries: entriesFor([['chat.message'], ['tool.execute.before'], ['tool.execute.after']], 'session.start'),
    // A clone of the project may be opened on another platform.
    hasBothShells: true,
    format: {
      kind: 'own',
      write: (all) =>
        all.some(([{ component }]) => component === 'secretsHooks') ? secretsPlugin : contextPlugin,
    },
    deniesFaults: 'agent',
    whenHookFails: { timeout: 'blocks' },
  },
  tested: { version: '1.18.33', date: '2026-11-24', by: 'run' },
  guarded: { from: '1.18.29', below: '2' },
  withoutToolServer:
    'OpenCode keeps tool servers in opencode.json, which service-cli does not edit; run opencode mcp add',
  traces: { folders: ['.opencode', '.config/opencode'], programs: ['opencode'] },
  restart: 'Restart OpenCode.',
  advice: {
    secretsHooks:
      'OpenCode 2 is not guarded (version 2: not run). If OpenCode reports that a plugin failed to load, nothing is checked.',
  },
};
