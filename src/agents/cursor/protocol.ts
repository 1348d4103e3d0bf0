import type { Fields } from '../../core/fields.ts';
import { type HookProtocol, jsonAnswer, maskedAnswer } from '../protocol.ts';
import { jsonIn } from '../request/encodedTexts.ts';
import { parseRequest } from '../request/requestFields.ts';
import { replaceTexts } from '../sharedAnswers.ts';

/** Permission events take `permission` and, for a denial, exit code 2. The prompt takes `continue` and exit code 0. */
export const cursorProtocol: HookProtocol = {
  events: {
    beforeSubmitPrompt: 'prompt',
    beforeReadFile: 'permission',
    beforeTabFileRead: 'permission',
    preToolUse: 'permission',
    beforeShellExecution: 'permission',
    beforeMCPExecution: 'permission',
    // Asked for tools of servers only: Cursor replaces no other output.
    postToolUse: 'output',
    sessionStart: 'session',
    stop: 'turn',
  },
  folderVariable: 'CURSOR_PROJECT_DIR',
  allow(kind) {
    switch (kind) {
      case 'permission':
        return jsonAnswer({ permission: 'allow' });
      case 'prompt':
        return jsonAnswer({ continue: true });
      case 'output':
        return jsonAnswer({});
    }
  },
  deny(kind, reason) {
    switch (kind) {
      case 'permission':
        return jsonAnswer({ permission: 'deny', user_message: reason, agent_message: reason }, 2);
      case 'prompt':
        return jsonAnswer({ continue: false, user_message: reason });
      case 'output':
        return jsonAnswer({ updated_mcp_tool_output: { content: [{ type: 'text', text: reason }] } });
    }
  },
  mask: (stdin, replace) =>
    maskedAnswer({ updated_mcp_tool_output: replaceTexts(outputOf(parseRequest(stdin)), replace) }),
  addContext: (text) => jsonAnswer({ additional_context: text }),
  goOn: (message) => jsonAnswer({ followup_message: message }),
};

/** Returns the output of a tool, which Cursor sends as JSON in a text. Source: https://cursor.com/docs/hooks */
export function outputOf({ tool_output }: Fields): unknown {
  return typeof tool_output === 'string' ? (jsonIn(tool_output) ?? tool_output) : tool_output;
}
