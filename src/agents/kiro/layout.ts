import { type AgentLayout, entriesFor } from '../agent.ts';
import { analysisRule } from '../analysisRule.data.ts';
import { kiroProtocol } from './protocol.ts';

const place = {
  file: '.kiro/hooks/service-secrets.json',
  contextFile: '.kiro/hooks/service-context.json',
  scripts: '.kiro/hooks',
  rule: '.kiro/steering/service-agentic-analysis.md',
};

/** Sources: https://kiro.dev/docs/cli/v3/hooks, https://kiro.dev/docs/steering */
export const kiro: AgentLayout = {
  id: 'kiro',
  title: 'Kiro',
  hooks: {
    protocol: kiroProtocol,
    places: { project: { ...place, command: 'relative' }, global: { ...place, command: 'absolute' } },
    entries: entriesFor([['UserPromptSubmit'], ['PreToolUse', '.*']], 'SessionStart'),
    ruleText: analysisRule('inclusion: always'),
    format: {
      kind: 'own',
      write: (all) =>
        `${JSON.stringify(
          {
            version: 'v1',
            hooks: all.map(([{ event, matcher }, { here }]) => ({
              name: `service-guard-${event}`,
              trigger: event,
              ...(matcher !== undefined && { matcher }),
              action: { type: 'command', command: here },
              timeout: 30,
              enabled: true,
            })),
          },
          undefined,
          2,
        )}\n`,
    },
    deniesFaults: 'exitCode',
    whenHookFails: { timeout: 'continues' },
  },
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.kiro/settings/mcp.json', global: '.kiro/settings/mcp.json' },
    variable: (name) => `\${${name}}`,
    network: (url, authorization) => ({ url, headers: { Authorization: authorization } }),
  },
  traces: { folders: ['.kiro'], programs: ['kiro', 'kiro-cli'] },
  restart: 'Restart Kiro.',
  advice: {
    secretsHooks: 'The hooks need Kiro IDE 1.0 or Kiro CLI 3; earlier versions do not read the file.',
  },
};
