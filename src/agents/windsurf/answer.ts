import { type HookProtocol, jsonAnswer, noAnswer } from '../protocol.ts';

/**
 * Windsurf reads the exit code: 2 blocks, and standard error has the reason. The shim and the installed command read the
 * JSON, because they take silence for a failure.
 *
 * Source: https://docs.windsurf.com/windsurf/cascade/hooks
 */
export const windsurfProtocol: HookProtocol = {
  events: {
    pre_user_prompt: 'prompt',
    pre_read_code: 'permission',
    pre_run_command: 'permission',
    pre_write_code: 'permission',
    pre_mcp_tool_use: 'permission',
  },
  runsInFolder: true,
  allow: () => jsonAnswer({}),
  deny: (_, reason) => jsonAnswer({ reason }, 2, reason),
  addContext: () => noAnswer,
};
