import { type HookProtocol, jsonAnswer, maskedAnswer } from '../protocol.ts';
import { replaceTexts, responseIn } from '../sharedAnswers.ts';

/**
 * The answers that the plugin reads, which `integrate` writes; the events have the names of OpenCode's.
 *
 * Source: https://opencode.ai/docs/plugins
 */
export const opencodeProtocol: HookProtocol = {
  events: {
    'chat.message': 'prompt',
    'tool.execute.before': 'permission',
    'tool.execute.after': 'output',
    'session.start': 'session',
  },
  allow: () => jsonAnswer({ decision: 'allow' }),
  deny: (_, reason) => jsonAnswer({ decision: 'deny', reason }),
  /** A plugin that an earlier version wrote does not read `result`, and withholds the output. */
  mask: (stdin, replace) =>
    maskedAnswer({
      decision: 'deny',
      reason: 'Withheld: the output of the tool contains a secret. Run: service-cli integrate opencode',
      result: replaceTexts(responseIn(stdin), replace),
    }),
  addContext: (text) => jsonAnswer({ additionalContext: text }),
  tellsRule: true,
};
