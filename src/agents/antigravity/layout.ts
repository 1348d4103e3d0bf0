import { type AgentLayout, entriesFor, type HookPlace, groupedFormat } from '../agent.ts';
import { analysisRule } from '../analysisRule.data.ts';
import { antigravityProtocol } from './protocol.ts';

function placeIn(folder: string): HookPlace {
  // The documentation does not define the folder in which hooks run.
  return { file: `${folder}/hooks.json`, scripts: `${folder}/hooks`, command: 'absolute' };
}

/** Source: https://antigravity.google/docs/hooks. A file has objects by the name of a hook, each with its events. */
export const antigravity: AgentLayout = {
  id: 'antigravity',
  title: 'Antigravity',
  hooks: {
    protocol: antigravityProtocol,
    places: {
      project: { ...placeIn('.agents'), rule: '.agents/rules/service-agentic-analysis.md' },
      global: placeIn('.gemini/config'),
    },
    // A matcher `*` covers all tools.
    entries: entriesFor([['PreToolUse', '*']]),
    ruleText: analysisRule(),
    format: groupedFormat(() => ({ timeout: 30 }), 'service-guard'),
    deniesFaults: 'answer',
    whenHookFails: { timeout: 'continues' },
  },
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.agents/mcp_config.json', global: '.gemini/config/mcp_config.json' },
  },
  traces: {
    folders: ['.gemini/antigravity', '.gemini/config', '.agents'],
    programs: ['antigravity', 'agy'],
  },
  restart: 'Restart Antigravity.',
  advice: {
    secretsHooks:
      "Antigravity has no event for prompts. Its command line agy reads the hooks of the user; versions before 1.1.12 read only those of plugins. The file names this machine's path, so do not commit it.",
  },
};
