import { type HookProtocol, jsonAnswer } from '../protocol.ts';

/**
 * Kiro reads the exit code: 2 blocks, and standard error has the reason. Kiro adds the output of a hook to the
 * conversation as it is. It is JSON also at the start of a session, because the shim takes anything else for a failure.
 *
 * Sources: https://kiro.dev/docs/cli/v3/hooks, https://kiro.dev/docs/hooks/actions
 */
export const kiroProtocol: HookProtocol = {
  events: { UserPromptSubmit: 'prompt', PreToolUse: 'permission', SessionStart: 'session' },
  allow: () => jsonAnswer({}),
  deny: (_, reason) => jsonAnswer({ reason }, 2, reason),
  addContext: (context) => jsonAnswer({ context }),
};
