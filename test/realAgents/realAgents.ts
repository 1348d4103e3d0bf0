import type { AgentPackage } from '../../scripts/agents/install.ts';
import { agents } from '../../src/agents/agents.ts';
import { json, type ModelInterface, type ToolCall } from './scriptedModel.ts';

export interface RealAgent {
  /** As in `service-cli integrate`. */
  readonly id: string;
  readonly title: string;
  readonly package: AgentPackage;
  readonly modelInterface: ModelInterface;
  /** The script of the hooks for all projects, below the home folder. */
  readonly shim: string;
  /** Returns the call of the tool that runs a command line. */
  readonly command: (command: string) => ToolCall;
  /** Returns the call of the tool that gives a task to a subagent. */
  readonly subagent: (task: string) => ToolCall;
  /** Returns the call of the tool that waits for the subagent whose start a request tells; missing where the start waits. */
  readonly waitForSubagent?: (request: string) => ToolCall | undefined;
  /** How the agent reads what a command prints later; missing where every command is waited for. */
  readonly later?: {
    readonly start: (command: string) => ToolCall;
    /** Returns the call that reads on; undefined when the request tells of no running command. */
    readonly read: (request: string) => ToolCall | undefined;
  };
  /** `end`: the end of a turn, where the agent has such an event. */
  readonly events: {
    readonly prompt: string;
    readonly before: string;
    readonly after: string;
    readonly end?: string;
  };
  /** Returns the settings with which the agent asks the model, by their paths below the home folder. */
  readonly settings: (modelUrl: string) => Readonly<Record<string, string>>;
  readonly args: (prompt: string) => readonly string[];
  readonly env: (modelUrl: string) => NodeJS.ProcessEnv;
}

/** Agents whose licence allows to run them here; it is the one of the LICENSE file in the package or the repository. */
export const realAgents: readonly RealAgent[] = [
  {
    id: 'codex',
    title: 'Codex CLI',
    // Apache-2.0 (LICENSE of https://github.com/openai/codex)
    package: { name: '@openai/codex', version: testedVersion('codex'), program: 'codex' },
    modelInterface: 'responses',
    shim: '.codex/hooks/service-guard.sh',
    command: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    subagent: (message) => ({ name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message } }),
    waitForSubagent: (request) => {
      const [, id] = /agent_id[\\":\s]+([\da-f-]{8,})/.exec(request) ?? [];
      if (id === undefined || request.includes('"function_call","name":"wait_agent"')) return undefined;
      return { name: 'wait_agent', namespace: 'multi_agent_v1', input: { targets: [id] } };
    },
    later: {
      start: (cmd) => ({ name: 'exec_command', input: { cmd, yield_time_ms: 250 } }),
      read: (request) => {
        const [, id] = /running with session ID (\d+)/.exec(request) ?? [];
        const isRead = request.includes('"function_call","name":"write_stdin"');
        if (id === undefined || isRead) return undefined;
        const input = { session_id: Number(id), chars: '', yield_time_ms: 10_000 };
        return { name: 'write_stdin', input };
      },
    },
    events: { prompt: 'UserPromptSubmit', before: 'PreToolUse', after: 'PostToolUse', end: 'Stop' },
    settings: (url) => ({
      '.codex/config.toml': [
        'model = "m"\nmodel_provider = "test"\n[model_providers.test]\nname = "test"',
        `base_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "TEST_KEY"`,
        'request_max_retries = 0\nstream_max_retries = 0\n',
      ].join('\n'),
    }),
    // The hooks are ours, so they need no review.
    args: (prompt) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
      prompt,
    ],
    env: () => ({ TEST_KEY: 'x' }),
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    // Apache-2.0 (LICENSE in the package)
    package: { name: '@google/gemini-cli', version: testedVersion('gemini'), program: 'gemini' },
    modelInterface: 'gemini',
    shim: '.gemini/hooks/service-guard.sh',
    command: (command) => ({ name: 'run_shell_command', input: { command } }),
    subagent: (prompt) => ({ name: 'invoke_agent', input: { agent_name: 'generalist', prompt } }),
    later: {
      start: (command) => ({ name: 'run_shell_command', input: { command, is_background: true } }),
      read: (request) => {
        const [, pid] = /PID: (\d+)/.exec(request) ?? [];
        if (pid === undefined || request.includes('"name":"read_background_output","response"'))
          return undefined;
        return { name: 'read_background_output', input: { pid: Number(pid), delay_ms: 4_000 } };
      },
    },
    events: { prompt: 'BeforeAgent', before: 'BeforeTool', after: 'AfterTool', end: 'AfterAgent' },
    settings: () => ({
      '.gemini/settings.json': json({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    args: (prompt) => ['--yolo', '--model', 'gemini-2.5-flash', '--prompt', prompt],
    env: (url) => ({
      GEMINI_API_KEY: 'x',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    // MIT (LICENSE in the package)
    package: {
      name: 'opencode-ai',
      version: testedVersion('opencode'),
      program: 'opencode',
      needsScripts: true,
    },
    modelInterface: 'completions',
    shim: '.config/opencode/hooks/service-guard.sh',
    command: (command) => ({ name: 'bash', input: { command, description: 'Run it' } }),
    subagent: (prompt) => ({
      name: 'task',
      input: { description: 'Do it', subagent_type: 'general', prompt },
    }),
    events: { prompt: 'chat.message', before: 'tool.execute.before', after: 'tool.execute.after' },
    settings: (url) => ({
      '.config/opencode/opencode.json': json({
        autoupdate: false,
        share: 'disabled',
        enabled_providers: ['test'],
        model: 'test/m',
        small_model: 'test/m',
        provider: {
          test: {
            npm: '@ai-sdk/openai-compatible',
            name: 'test',
            options: { baseURL: `${url}/v1`, apiKey: 'x' },
            models: { m: { name: 'm' } },
          },
        },
      }),
    }),
    args: (prompt) => ['run', prompt],
    env: () => ({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
  },
];

/** Returns the version that the documentation names as run. */
function testedVersion(id: string): string {
  const tested = agents.find((agent) => agent.id === id)?.tested;
  if (tested?.by !== 'run') throw new Error(`The layout of ${id} names no version that was run`);
  return tested.version;
}
