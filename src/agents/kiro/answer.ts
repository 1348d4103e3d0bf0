import { type HookProtocol, jsonAnswer } from '../protocol.ts';

/**
 * Kiro reads the exit code: 2 blocks, and standard error has the reason. Kiro adds the output of a hook to the
 * conversation.
 *
 * Sources: https://kiro.dev/docs/cli/v3/hooks, https://kiro.dev/docs/hooks
 */
export const kiroProtocol: HookProtocol = {
  events: { UserPromptSubmit: 'prompt', PreToolUse: 'permission' },
  allow: () => jsonAnswer({}),
  deny: (_, reason) => jsonAnswer({ reason }, 2, reason),
  addContext: () => jsonAnswer({}),
};
