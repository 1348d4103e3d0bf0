import type { Answer, HookProtocol } from '../protocol.ts';

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
        return answerLine({ permission: 'allow' }, 0);
      case 'prompt':
        return answerLine({ continue: true }, 0);
      case 'output':
        return answerLine({}, 0);
    }
  },
  deny(kind, reason) {
    switch (kind) {
      case 'permission':
        return answerLine({ permission: 'deny', user_message: reason, agent_message: reason }, 2);
      case 'prompt':
        return answerLine({ continue: false, user_message: reason }, 0);
      // Cursor has no way to keep the output of a tool from the model.
      case 'output':
        return answerLine({ additional_context: reason }, 0);
      case 'session':
        return answerLine({}, 0);
    }
  },
  addContext: (text) => answerLine(text === undefined ? {} : { additional_context: text }, 0),
};

function answerLine(value: object, exitCode: Answer['exitCode']): Answer {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode };
}
