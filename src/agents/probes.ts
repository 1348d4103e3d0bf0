import type { CheckedKind } from './protocol.ts';
import { isChecked, kindOf } from './protocols.ts';

interface ProbeContext {
  /** A folder without files, absolute. */
  readonly folder: string;
  readonly text: string;
}

type Probe = (context: ProbeContext) => object;

const base = { session_id: 'check', transcript_path: null, conversation_id: 'check', generation_id: 'check' };

/** The form of Claude Code, which most agents took over. Each has its own name for a tool of a server. */
const grouped =
  (event: string, tool: string): Probe =>
  ({ folder, text }) => ({
    ...base,
    hook_event_name: event,
    cwd: folder,
    prompt: text,
    tool_name: tool,
    tool_input: { text },
    tool_response: { stdout: text, output: text, llmContent: text },
  });

const ofCursor =
  (fieldsOf: Probe): Probe =>
  (context) => ({ ...base, workspace_roots: [context.folder], ...fieldsOf(context) });

const cursorRead = ofCursor(({ folder, text }) => ({
  file_path: `${folder}/check.txt`,
  content: text,
  attachments: [],
}));

const cursor: Readonly<Record<string, Probe>> = {
  beforeSubmitPrompt: ofCursor(({ text }) => ({ prompt: text, attachments: [] })),
  beforeReadFile: cursorRead,
  beforeTabFileRead: cursorRead,
  beforeShellExecution: ofCursor(({ folder, text }) => ({ command: `echo '${text}'`, cwd: folder })),
  beforeMCPExecution: ofCursor(({ text }) => ({ tool_name: 'check', tool_input: JSON.stringify({ text }) })),
  postToolUse: ofCursor(({ text }) => ({
    tool_name: 'MCP:check',
    tool_output: JSON.stringify({ content: [{ type: 'text', text }] }),
  })),
};

const copilot: Probe = ({ folder, text }) => ({
  sessionId: 'check',
  timestamp: 0,
  cwd: folder,
  prompt: text,
  toolName: 'check-echo',
  toolArgs: { text },
  toolResult: { resultType: 'success', textResultForLlm: text },
});

const windsurf: Readonly<Record<string, (context: ProbeContext) => object>> = {
  pre_user_prompt: ({ text }) => ({ user_prompt: text }),
  pre_mcp_tool_use: ({ text }) => ({
    mcp_server_name: 'check',
    mcp_tool_name: 'echo',
    mcp_tool_arguments: { text },
  }),
};

const tools: Readonly<Record<string, string>> = {
  claude: 'mcp__check__echo',
  codex: 'mcp__check__echo',
  gemini: 'mcp_check_echo',
  kiro: '@check/echo',
  opencode: 'check_echo',
};

/** Returns how to ask about an event with a text, or undefined for an event that only asks about files on disk. */
function probeOf(agent: string, event: string): Probe | undefined {
  const tool = tools[agent];
  if (tool !== undefined) return grouped(event, tool);
  switch (agent) {
    case 'cursor':
      return cursor[event];
    case 'copilot':
      return copilot;
    case 'windsurf': {
      const info = windsurf[event];
      return info && ((context) => ({ agent_action_name: event, tool_info: info(context) }));
    }
    case 'antigravity':
      return ({ folder, text }) => ({
        toolCall: { name: 'check_echo', args: { text } },
        stepIdx: 0,
        conversationId: 'check',
        workspacePaths: [folder],
      });
    default:
      return undefined;
  }
}

/**
 * Returns a request in the form in which the agent asks its hooks about an event, with this text as the prompt, as the
 * argument or the output of a tool, or as the content of a file. It names no file that exists. Returns undefined for
 * the start of a session, the end of a turn, and for an event that only asks about files on disk.
 */
export function probeRequest(
  agent: string,
  event: string,
  context: ProbeContext,
): { readonly kind: CheckedKind; readonly request: object } | undefined {
  const kind = event === 'ConfigChange' ? undefined : kindOf(agent, event);
  const probe = probeOf(agent, event);
  return kind === undefined || !isChecked(kind) || !probe ? undefined : { kind, request: probe(context) };
}
