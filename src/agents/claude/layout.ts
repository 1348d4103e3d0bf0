import { type AgentLayout, entriesFor, type HookPlace, groupedFormat } from '../agent.ts';
import { analysisRule } from '../analysisRule.data.ts';
import { claudeProtocol } from './protocol.ts';

const place = {
  file: '.claude/settings.json',
  scripts: '.claude/hooks',
  rule: '.claude/rules/service-agentic-analysis.md',
} satisfies Partial<HookPlace>;

/**
 * Sources: https://code.claude.com/docs/en/hooks, https://code.claude.com/docs/en/settings and, for `onFailure`, the
 * entry 2.1.295 of the change log.
 */
export const claude: AgentLayout = {
  id: 'claude',
  title: 'Claude Code',
  hooks: {
    protocol: claudeProtocol,
    places: {
      // Claude Code runs hooks in the folder that it works in at that time.
      project: { ...place, command: { variable: 'CLAUDE_PROJECT_DIR' } },
      global: { ...place, command: 'absolute' },
    },
    system: {
      linux: 'etc/claude-code/managed-settings.json',
      darwin: 'Library/Application Support/ClaudeCode/managed-settings.json',
      win32: 'Program Files/ClaudeCode/managed-settings.json',
    },
    // The matcher `*` covers tools of MCP servers and of later versions, too. `ConfigChange` has a matcher for the place
    // of the settings.
    entries: entriesFor(
      [['UserPromptSubmit'], ['PreToolUse', '*'], ['PostToolUse', '*'], ['ConfigChange']],
      'SessionStart',
      'Stop',
    ),
    ruleText: analysisRule(),
    format: groupedFormat(({ isBlocking }) => ({
      timeout: 30,
      // Without it Claude Code continues when the hook crashes or is late.
      ...(isBlocking && { onFailure: 'block' }),
    })),
    deniesFaults: 'answer',
    whenHookFails: { timeout: 'blocks', since: '2.1.295' },
    switches: ['.claude/settings.json', '.claude/settings.local.json'].map((file) => ({
      file,
      setting: ['disableAllHooks'],
      off: true,
    })),
  },
  tested: { version: '2.1.295', date: '2026-11-22', by: 'documentation' },
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.mcp.json' },
    variable: (name) => `\${${name}}`,
    network: (url, authorization) => ({ type: 'http', url, headers: { Authorization: authorization } }),
  },
  hasCloudAgents: true,
  traces: { folders: ['.claude'], programs: ['claude'] },
  restart: 'Restart Claude Code.',
  advice: { toolServer: 'Allow the server of .mcp.json when Claude Code asks.' },
};
