import { type HookProtocol, jsonAnswer } from '../protocol.ts';

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
  deny: (kind, reason) => (kind === 'session' ? jsonAnswer({}) : jsonAnswer({ decision: 'deny', reason })),
  addContext: (text) => jsonAnswer(text === undefined ? {} : { additionalContext: text }),
  tellsRule: true,
};
