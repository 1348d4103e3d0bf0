import { type AgentLayout, entriesFor } from '../agent.ts';
import { analysisRule } from '../analysisRule.data.ts';
import { copilotProtocol } from './protocol.ts';

/**
 * Copilot CLI, the cloud agent and VS Code read every JSON file of the folder.
 *
 * Source: https://docs.github.com/en/copilot/reference/hooks-reference
 */
export const copilot: AgentLayout = {
  id: 'copilot',
  title: 'Copilot',
  hooks: {
    protocol: copilotProtocol,
    places: {
      project: {
        file: '.github/hooks/service-secrets.json',
        contextFile: '.github/hooks/service-context.json',
        scripts: '.github/hooks',
        command: 'relative',
        rule: '.github/instructions/service-agentic-analysis.instructions.md',
      },
      global: {
        file: '.copilot/hooks/service-secrets.json',
        contextFile: '.copilot/hooks/service-context.json',
        scripts: '.copilot/hooks',
        command: 'absolute',
      },
    },
    system: {
      linux: 'etc/github-copilot/policy.d/service-secrets.json',
      darwin: 'etc/github-copilot/policy.d/service-secrets.json',
      win32: 'ProgramData/GitHub/Copilot/policy.d/service-secrets.json',
    },
    entries: entriesFor(
      [['userPromptSubmitted'], ['preToolUse'], ['postToolUse']],
      'sessionStart',
      'agentStop',
    ),
    hasBothShells: true,
    ruleText: analysisRule("applyTo: '**'"),
    format: {
      kind: 'own',
      write(all) {
        const hooks: Record<string, object[]> = {};
        for (const [{ event }, { posix, powerShell }] of all)
          (hooks[event] ??= []).push({
            type: 'command',
            bash: posix,
            powershell: powerShell,
            cwd: '.',
            timeoutSec: 30,
          });
        return `${JSON.stringify({ version: 1, hooks }, undefined, 2)}\n`;
      },
    },
    deniesFaults: 'answer',
    whenHookFails: { timeout: 'continues' },
  },
  toolServer: {
    key: 'mcpServers',
    paths: { global: '.copilot/mcp-config.json' },
    fields: { type: 'local', tools: ['*'] },
  },
  hasCloudAgents: true,
  traces: { folders: ['.copilot', '.github/copilot', '.github/hooks'], programs: ['copilot'] },
  restart: 'Restart Copilot CLI, or reload the window of VS Code.',
  advice: {
    secretsHooks:
      'Copilot CLI does not let a hook block a prompt. The cloud agent runs the hooks of the repository: it is blocked until service-cli is installed and has a token there.',
  },
};
