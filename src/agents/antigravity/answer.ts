import { type HookProtocol, jsonAnswer, noAnswer } from '../protocol.ts';

/**
 * The decision is explicit: Antigravity denies when it is missing. `allow` does not skip the questions that Antigravity
 * asks the user.
 *
 * Source: https://antigravity.google/docs/hooks
 */
export const antigravityProtocol: HookProtocol = {
  events: { PreToolUse: 'permission' },
  allow: () => jsonAnswer({ decision: 'allow' }),
  deny: (_, reason) => jsonAnswer({ decision: 'deny', reason }),
  addContext: () => noAnswer,
};
