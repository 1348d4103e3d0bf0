import { isFields } from '../../core/fields.ts';
import { claudeContext, asText, replaceTexts, responseIn } from '../sharedAnswers.ts';
import { type HookProtocol, jsonAnswer, maskedAnswer, systemWarning } from '../protocol.ts';

/**
 * An empty object leaves the decision to Gemini CLI. A denial is an answer with exit code 0, because Windows loses other
 * codes: Gemini CLI runs hooks by `powershell -Command` there. For `AfterTool` the reason replaces the result of the tool.
 *
 * Source: https://geminicli.com/docs/hooks/reference
 */
export const geminiProtocol: HookProtocol = {
  events: {
    BeforeAgent: 'prompt',
    BeforeTool: 'permission',
    AfterTool: 'output',
    SessionStart: 'session',
    AfterAgent: 'turn',
  },
  folderVariable: 'GEMINI_PROJECT_DIR',
  allow: () => jsonAnswer({}),
  warn: systemWarning,
  deny: (_, reason) => jsonAnswer({ decision: 'deny', reason }),
  mask(stdin, replace) {
    const response = responseIn(stdin);
    const shown = isFields(response) ? (response.llmContent ?? response) : response;
    const reason = asText(replaceTexts(shown, replace));
    return reason === undefined ? undefined : maskedAnswer({ decision: 'deny', reason });
  },
  addContext: claudeContext,
  goOn: (reason) => jsonAnswer({ decision: 'deny', reason }),
};
