import { type HookProtocol, jsonAnswer } from '../protocol.ts';

/**
 * Permission events take `permission` and, for a denial, exit code 2. The prompt takes `continue`, always with exit
 * code 0. The start of a session takes context and cannot be denied.
 */
export const cursorProtocol: HookProtocol = {
  events: {
    beforeSubmitPrompt: 'prompt',
    beforeReadFile: 'permission',
    beforeTabFileRead: 'permission',
    preToolUse: 'permission',
    beforeShellExecution: 'permission',
    beforeMCPExecution: 'permission',
    sessionStart: 'session',
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
      // Cursor has no way to keep the output of a tool from the model.
      case 'output':
        return jsonAnswer({ additional_context: reason });
      case 'session':
        return jsonAnswer({});
    }
  },
  addContext: (text) => jsonAnswer(text === undefined ? {} : { additional_context: text }),
};
