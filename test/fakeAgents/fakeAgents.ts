import { type Fields, isFields } from '../../src/core/fields.ts';
import type { EventKind } from '../../src/agents/protocol.ts';
import {
  type FakeAgent,
  groupedHooks,
  jsonIn,
  listIn,
  readJson,
  type Recorded,
  textOf,
  type Verdict,
} from './fakeAgent.ts';
import type { RanCommand } from './runCommand.ts';

const recorded = (event: string, kind: EventKind, request: Recorded['request']): Recorded => ({
  event,
  kind,
  request,
});

const passes: Verdict = { passes: true };
const blocked = (message?: string): Verdict => ({ passes: false, message });

/** Exit code 2 blocks, every other code lets pass; so does a hook that is late. */
function byExitCode(_: EventKind, { exitCode, stderr, wasLate }: RanCommand): Verdict {
  return !wasLate && exitCode === 2 ? blocked(stderr) : passes;
}

function contextIn(answer: Fields | undefined): string | undefined {
  const specific = answer?.hookSpecificOutput;
  return isFields(specific) ? textOf(specific.additionalContext) : undefined;
}

function denialIn(answer: Fields | undefined): Fields | undefined {
  const specific = answer?.hookSpecificOutput;
  return isFields(specific) && specific.permissionDecision === 'deny' ? specific : undefined;
}

/** Returns a function that makes the requests of an agent whose requests all begin with the same fields. */
const requests =
  (fieldsOf: (root: string, event: string) => object) =>
  (root: string, event: string, kind: EventKind, more: object): Recorded =>
    recorded(event, kind, { ...fieldsOf(root, event), ...more });

const claudeFields = (root: string, hook_event_name: string) => ({
  session_id: 's1',
  transcript_path: '/t/s1.jsonl',
  cwd: root,
  permission_mode: 'default',
  hook_event_name,
});
const claudeRequest = requests(claudeFields);

const claude: FakeAgent = {
  id: 'claude',
  page: 'https://code.claude.com/docs/en/hooks',
  env: (root) => ({ CLAUDE_PROJECT_DIR: root }),
  cases: {
    prompt: (root, prompt) => claudeRequest(root, 'UserPromptSubmit', 'prompt', { prompt }),
    read: (root, file_path) => claudeTool(root, 'Read', { file_path }),
    shell: (root, command) => claudeTool(root, 'Bash', { command, description: 'Run it' }),
    mcp: (root, text) => claudeTool(root, 'mcp__memory__create_entities', { entities: [{ name: text }] }),
    unknownTool: (root, text) => claudeTool(root, 'LaterTool', { text }),
    output: (root, stdout) =>
      claudeRequest(root, 'PostToolUse', 'output', {
        tool_name: 'Bash',
        tool_input: { command: 'make' },
        tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
        tool_use_id: 't1',
      }),
    session: (root) => claudeRequest(root, 'SessionStart', 'session', { source: 'startup' }),
    turn: (root) => claudeRequest(root, 'Stop', 'turn', { stop_hook_active: false }),
  },
  hooksFor: (root, event) => groupedHooks(readJson(root, '.claude/settings.json'), ['hooks', event], 1_000),
  judge(kind, { exitCode, stdout, stderr, wasLate }, { blocksOnFailure }) {
    if (wasLate || (exitCode !== 0 && exitCode !== 2)) return { passes: blocksOnFailure !== true };
    if (exitCode === 2) return blocked(stderr);
    const answer = jsonIn(stdout);
    const denial = denialIn(answer);
    if (denial) return blocked(textOf(denial.permissionDecisionReason));
    if ((kind === 'prompt' || kind === 'turn') && answer?.decision === 'block')
      return blocked(textOf(answer.reason));
    const specific = isFields(answer?.hookSpecificOutput) ? answer.hookSpecificOutput : {};
    const { updatedToolOutput } = specific;
    // A replacement with other fields than the output is ignored.
    const fits = isFields(updatedToolOutput) && updatedToolOutput.interrupted === false;
    return {
      passes: true,
      message: textOf(answer?.systemMessage),
      context: contextIn(answer),
      ...(fits && { replacement: updatedToolOutput }),
    };
  },
};

function claudeTool(root: string, tool_name: string, tool_input: object): Recorded {
  return claudeRequest(root, 'PreToolUse', 'permission', { tool_name, tool_input, tool_use_id: 't1' });
}

const copilotRequest = requests((cwd) => ({ sessionId: 's1', timestamp: 1_790_000_000_000, cwd }));

const copilot: FakeAgent = {
  id: 'copilot',
  page: 'https://docs.github.com/en/copilot/reference/hooks-reference',
  cases: {
    prompt: (root, prompt) => copilotRequest(root, 'userPromptSubmitted', 'prompt', { prompt }),
    read: (root, path) => copilotTool(root, 'view', { path }),
    shell: (root, command) => copilotTool(root, 'bash', { command, description: 'Run it' }),
    mcp: (root, text) => copilotTool(root, 'github-create_issue', { title: text }),
    unknownTool: (root, text) => copilotTool(root, 'later_tool', { text }),
    output: (root, textResultForLlm) =>
      copilotRequest(root, 'postToolUse', 'output', {
        toolName: 'bash',
        toolArgs: { command: 'make' },
        toolResult: { resultType: 'success', textResultForLlm },
      }),
    session: (root) => copilotRequest(root, 'sessionStart', 'session', { source: 'new' }),
    turn: (root) => copilotRequest(root, 'agentStop', 'turn', { stopReason: 'end_turn' }),
  },
  hooksFor: (root, event) =>
    ['service-secrets', 'service-context'].flatMap((name) =>
      listIn(readJson(root, `.github/hooks/${name}.json`), 'hooks', event).map(
        ({ bash, powershell, timeoutSec }) => ({
          command: String(process.platform === 'win32' ? powershell : bash),
          timeoutMs: Number(timeoutSec) * 1_000,
        }),
      ),
    ),
  judge(kind, { exitCode, stdout, wasLate }) {
    // The answer to a prompt is dropped.
    if (wasLate || kind === 'prompt') return passes;
    const answer = jsonIn(stdout);
    if (kind === 'permission' && (exitCode !== 0 || answer?.permissionDecision === 'deny'))
      return blocked(textOf(answer?.permissionDecisionReason) ?? 'hook errored');
    if (exitCode !== 0) return passes;
    if (kind === 'turn' && answer?.decision === 'block') return blocked(textOf(answer.reason));
    const result = answer?.modifiedResult;
    const text = isFields(result) && result.resultType === 'success' ? result.textResultForLlm : undefined;
    return {
      passes: true,
      context: textOf(answer?.additionalContext),
      ...(text !== undefined && { replacement: text }),
    };
  },
};

function copilotTool(root: string, toolName: string, toolArgs: object): Recorded {
  return copilotRequest(root, 'preToolUse', 'permission', { toolName, toolArgs });
}

const codexRequest = requests((root, event) => ({
  ...claudeFields(root, event),
  transcript_path: null,
  model: 'm',
  turn_id: 'turn1',
}));

const codex: FakeAgent = {
  id: 'codex',
  page: 'https://developers.openai.com/codex/hooks',
  cases: {
    prompt: (root, prompt) => codexRequest(root, 'UserPromptSubmit', 'prompt', { prompt }),
    shell: (root, command) => codexTool(root, 'Bash', { command }),
    mcp: (root, text) => codexTool(root, 'mcp__memory__create_entities', { entities: [{ name: text }] }),
    unknownTool: (root, text) => codexTool(root, 'later_tool', { text }),
    output: (root, output) =>
      codexRequest(root, 'PostToolUse', 'output', {
        tool_name: 'Bash',
        tool_input: { command: 'make' },
        tool_response: output,
        tool_use_id: 't1',
      }),
    session: (root) => codexRequest(root, 'SessionStart', 'session', { source: 'startup' }),
    turn: (root) => codexRequest(root, 'Stop', 'turn', { stop_hook_active: false }),
  },
  hooksFor: (root, event) => groupedHooks(readJson(root, '.codex/hooks.json'), ['hooks', event], 1_000),
  judge(kind, { exitCode, stdout, stderr, wasLate }) {
    // Without a reason on standard error, exit code 2 counts as a failure of the hook.
    if (wasLate || (exitCode === 2 && stderr.trim() === '')) return passes;
    if (exitCode === 2) return kind === 'output' ? { passes: true, replacement: stderr } : blocked(stderr);
    const answer = exitCode === 0 ? jsonIn(stdout) : undefined;
    const reason = textOf(answer?.reason);
    if (answer?.decision === 'block' && reason !== undefined)
      return kind === 'output' ? { passes: true, replacement: reason } : blocked(reason);
    const denial = textOf(denialIn(answer)?.permissionDecisionReason);
    return denial === undefined
      ? { passes: true, message: textOf(answer?.systemMessage), context: contextIn(answer) }
      : blocked(denial);
  },
};

function codexTool(root: string, tool_name: string, tool_input: object): Recorded {
  return codexRequest(root, 'PreToolUse', 'permission', { tool_name, tool_input, tool_use_id: 't1' });
}

const geminiRequest = requests((cwd, hook_event_name) => ({
  session_id: 's1',
  transcript_path: '/t/s1.json',
  cwd,
  hook_event_name,
  timestamp: '2026-11-22T10:00:00Z',
}));

const gemini: FakeAgent = {
  id: 'gemini',
  page: 'https://geminicli.com/docs/hooks/reference',
  env: (root) => ({ GEMINI_PROJECT_DIR: root }),
  cases: {
    prompt: (root, prompt) => geminiRequest(root, 'BeforeAgent', 'prompt', { prompt }),
    read: (root, file_path) => geminiTool(root, 'read_file', { file_path }),
    shell: (root, command) => geminiTool(root, 'run_shell_command', { command }),
    mcp: (root, text) => geminiTool(root, 'mcp__memory__create_entities', { entities: [{ name: text }] }),
    unknownTool: (root, text) => geminiTool(root, 'later_tool', { text }),
    output: (root, text) =>
      geminiRequest(root, 'AfterTool', 'output', {
        tool_name: 'run_shell_command',
        tool_input: { command: 'make' },
        tool_response: { llmContent: text, returnDisplay: text },
      }),
    session: (root) => geminiRequest(root, 'SessionStart', 'session', { source: 'startup' }),
    turn: (root) => geminiRequest(root, 'AfterAgent', 'turn', { stop_hook_active: false }),
  },
  hooksFor: (root, event) => groupedHooks(readJson(root, '.gemini/settings.json'), ['hooks', event], 1),
  judge(kind, { exitCode, stdout, stderr, wasLate }) {
    if (wasLate || (exitCode !== 0 && exitCode !== 2)) return passes;
    const answer = exitCode === 0 ? jsonIn(stdout) : undefined;
    const isDenied = answer?.decision === 'deny' || answer?.decision === 'block';
    const reason = exitCode === 2 ? stderr : isDenied ? textOf(answer.reason) : undefined;
    if (reason === undefined)
      return { passes: true, message: textOf(answer?.systemMessage), context: contextIn(answer) };
    return kind === 'output' ? { passes: true, replacement: reason } : blocked(reason);
  },
};

function geminiTool(root: string, tool_name: string, tool_input: object): Recorded {
  return geminiRequest(root, 'BeforeTool', 'permission', { tool_name, tool_input });
}

const windsurf: FakeAgent = {
  id: 'windsurf',
  page: 'https://docs.windsurf.com/windsurf/cascade/hooks',
  cases: {
    prompt: (_, user_prompt) => cascade('pre_user_prompt', 'prompt', { user_prompt }),
    read: (_, file_path) => cascade('pre_read_code', 'permission', { file_path }),
    shell: (cwd, command_line) => cascade('pre_run_command', 'permission', { command_line, cwd }),
    mcp: (_, text) =>
      cascade('pre_mcp_tool_use', 'permission', {
        mcp_server_name: 'github',
        mcp_tool_name: 'create_issue',
        mcp_tool_arguments: { title: text },
      }),
  },
  hooksFor: (root, event) =>
    listIn(readJson(root, '.windsurf/hooks.json'), 'hooks', event).map(({ command }) => ({
      command: String(command),
      timeoutMs: 60_000,
    })),
  judge: byExitCode,
};

function cascade(agent_action_name: string, kind: EventKind, tool_info: object): Recorded {
  const common = { trajectory_id: 'tr1', execution_id: 'e1', timestamp: '2026-11-22T10:00:00Z' };
  return recorded(agent_action_name, kind, { agent_action_name, ...common, tool_info });
}

const kiroRequest = requests((cwd, hook_event_name) => ({ hook_event_name, cwd }));

const kiro: FakeAgent = {
  id: 'kiro',
  page: 'https://kiro.dev/docs/cli/v3/hooks',
  cases: {
    prompt: (root, prompt) => kiroRequest(root, 'UserPromptSubmit', 'prompt', { prompt }),
    read: (root, path) => kiroTool(root, 'fs_read', { operations: [{ mode: 'Line', path }] }),
    shell: (root, command) => kiroTool(root, 'execute_bash', { command }),
    mcp: (root, text) => kiroTool(root, '@github/create_issue', { title: text }),
    session: (root) => kiroRequest(root, 'SessionStart', 'session', {}),
    unknownTool: (root, text) => kiroTool(root, 'later_tool', { text }),
  },
  hooksFor: (root, event) =>
    ['secrets', 'context']
      .flatMap((name) => listIn(readJson(root, `.kiro/hooks/service-${name}.json`), 'hooks'))
      .filter(({ trigger, enabled }) => trigger === event && enabled === true)
      .map(({ action, timeout }) => ({
        command: isFields(action) ? String(action.command) : '',
        timeoutMs: Number(timeout) * 1_000,
      })),
  judge: (kind, ran) =>
    kind === 'session' && ran.exitCode === 0 ? { passes: true, context: ran.stdout } : byExitCode(kind, ran),
};

function kiroTool(root: string, tool_name: string, tool_input: object): Recorded {
  return kiroRequest(root, 'PreToolUse', 'permission', { tool_name, tool_input });
}

const antigravity: FakeAgent = {
  id: 'antigravity',
  page: 'https://antigravity.google/docs/hooks',
  cases: {
    read: (root, AbsolutePath) => antigravityTool(root, 'view_file', { AbsolutePath }),
    shell: (root, CommandLine) => antigravityTool(root, 'run_command', { CommandLine, Cwd: root }),
    mcp: (root, text) => antigravityTool(root, 'create_issue', { title: text }),
    unknownTool: (root, text) => antigravityTool(root, 'later_tool', { text }),
  },
  hooksFor: (root, event) =>
    groupedHooks(readJson(root, '.agents/hooks.json'), ['service-guard', event], 1_000),
  judge(_, { exitCode, stdout, wasLate }) {
    // The documentation does not say what a late hook does, so the worse case is assumed.
    if (wasLate) return passes;
    const answer = exitCode === 0 ? jsonIn(stdout) : undefined;
    return answer?.decision === 'allow' ? passes : blocked(textOf(answer?.reason));
  },
};

function antigravityTool(root: string, name: string, args: object): Recorded {
  return recorded('PreToolUse', 'permission', {
    toolCall: { name, args },
    stepIdx: 1,
    conversationId: 'c1',
    workspacePaths: [root],
  });
}

/** The agents whose hooks are commands. Cursor and OpenCode have other fakes. */
export const fakeAgents: readonly FakeAgent[] = [claude, copilot, codex, kiro, windsurf, gemini, antigravity];
