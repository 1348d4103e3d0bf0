import type { AgentLayout, HookEntry } from '../agent.ts';
import { cursorProtocol } from './answer.ts';
import { ruleText } from './rule.data.ts';

/** Name of the list of files that Cursor hides from its model. It lies at the top of the project. */
export const ignoreFile = '.cursorignore';

/** Seconds that Cursor waits for a hook; the handler answers well before that. */
const timeoutSeconds = 10;

const secrets = { component: 'secretsHooks', isBlocking: true } as const;

const entries: readonly HookEntry[] = [
  { event: 'beforeSubmitPrompt', matcher: 'UserPromptSubmit', ...secrets },
  { event: 'beforeReadFile', matcher: 'Read|TabRead', ...secrets },
  { event: 'preToolUse', matcher: 'Read', ...secrets },
  // Newer versions have other names for their reading tools, and a matcher has to match the whole name.
  { event: 'beforeReadFile', matcher: 'ReadFile', ...secrets },
  { event: 'preToolUse', matcher: 'ReadFile|ReadFiles|ViewFile', ...secrets },
  { event: 'beforeTabFileRead', ...secrets },
  { event: 'sessionStart', component: 'agent', isBlocking: false },
];

export const cursor: AgentLayout = {
  id: 'cursor',
  title: 'Cursor',
  hooks: {
    protocol: cursorProtocol,
    directory: '.cursor',
    ruleFile: '.cursor/rules/service-agentic-analysis.mdc',
    ruleText,
    entries,
    write: ({ matcher, isBlocking }, command) => ({
      command,
      type: 'command',
      ...(matcher !== undefined && { matcher }),
      timeout: timeoutSeconds,
      // Without `failClosed` Cursor allows the action when the hook crashes, is late or does not answer.
      ...(isBlocking && { failClosed: true }),
    }),
  },
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.cursor/mcp.json', global: '.cursor/mcp.json' },
    variable: (name) => `\${env:${name}}`,
  },
  restart: 'Restart Cursor.',
  advice: {
    secretsHooks: `Files that are already open in the editor can reach the model without a hook. Files in ${ignoreFile} cannot.`,
    toolServer:
      'Turn on the tool server under Settings > Tools & MCPs. Cursor does not turn it on automatically.',
  },
};
