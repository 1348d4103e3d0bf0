import { type HookProtocol, jsonAnswer } from '../protocol.ts';

/**
 * The exit code is the answer: 2 blocks, and standard error has the reason. The JSON is for the shim and the command,
 * which take silence for a failure.
 *
 * Source: https://docs.windsurf.com/windsurf/cascade/hooks
 */
export const windsurfProtocol: HookProtocol = {
  events: {
    pre_user_prompt: 'prompt',
    pre_read_code: 'permission',
    pre_run_command: 'permission',
    pre_mcp_tool_use: 'permission',
  },
  runsInFolder: true,
  allow: () => jsonAnswer({}),
  deny: (_, reason) => jsonAnswer({ reason }, 2, reason),
  addContext: () => jsonAnswer({}),
};
