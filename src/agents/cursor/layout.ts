import { networkEntry } from '../../core/mcpConfig/entries.ts';
import { type AgentLayout, entriesFor } from '../agent.ts';
import { analysisRule } from '../analysisRule.data.ts';
import { cursorProtocol } from './protocol.ts';

/** Seconds that Cursor waits for a hook; the handler answers well before that. */
const timeoutSeconds = 10;

const place = {
  file: '.cursor/hooks.json',
  scripts: '.cursor/hooks',
  rule: '.cursor/rules/service-agentic-analysis.mdc',
};

/** Source: https://cursor.com/docs/hooks */
export const cursor: AgentLayout = {
  id: 'cursor',
  title: 'Cursor',
  hooks: {
    protocol: cursorProtocol,
    // Cursor runs hooks of a project in the project's folder, but does not define the folder for hooks of a user.
    places: { project: { ...place, command: 'relative' }, global: { ...place, command: 'absolute' } },
    system: {
      linux: 'etc/cursor/hooks.json',
      darwin: 'Library/Application Support/Cursor/hooks.json',
      win32: 'ProgramData/Cursor/hooks.json',
    },
    entries: entriesFor(
      [
        ['beforeSubmitPrompt', 'UserPromptSubmit'],
        ['beforeReadFile', 'Read|TabRead'],
        ['preToolUse', 'Read'],
        // Newer versions have other names for their reading tools, and a matcher has to match the whole name.
        ['beforeReadFile', 'ReadFile'],
        ['preToolUse', 'ReadFile|ReadFiles|ViewFile'],
        ['beforeTabFileRead'],
        ['preToolUse', 'Shell|Terminal|RunTerminalCommand|Bash'],
        ['preToolUse', 'Grep|Search|CodebaseSearch|SemanticSearch'],
        ['preToolUse', 'Write|Edit|MultiEdit|StrReplace|SearchReplace|ApplyPatch|Delete'],
        ['preToolUse', 'MCP:.*'],
        ['beforeShellExecution'],
        ['beforeMCPExecution'],
        ['postToolUse', 'MCP:.*'],
      ],
      'sessionStart',
      'stop',
    ),
    ruleText: analysisRule('description: Analyze changed files at the end of each turn\nalwaysApply: true'),
    format: {
      kind: 'shared',
      version: 1,
      listOf: (event) => ['hooks', event],
      write: ({ matcher, isBlocking }, { here }) => ({
        command: here,
        type: 'command',
        ...(matcher !== undefined && { matcher }),
        timeout: timeoutSeconds,
        // Without `failClosed` Cursor allows the action when the hook crashes, is late or does not answer.
        ...(isBlocking && { failClosed: true }),
      }),
    },
    deniesFaults: 'agent',
    whenHookFails: { timeout: 'blocks' },
  },
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.cursor/mcp.json', global: '.cursor/mcp.json' },
    variable: (name) => `\${env:${name}}`,
    network: networkEntry,
  },
  hasCloudAgents: true,
  traces: { folders: ['.cursor'], programs: ['cursor', 'cursor-agent'] },
  restart: 'Restart Cursor.',
  advice: {
    secretsHooks:
      'Files that are already open in the editor can reach the model without a hook. Files in .cursorignore cannot.',
    toolServer:
      'Turn on the tool server under Settings > Tools & MCPs. Cursor does not turn it on automatically.',
  },
};
