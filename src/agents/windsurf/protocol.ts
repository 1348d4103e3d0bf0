import { type Fields, isFields } from '../../core/fields.ts';
import { type HookProtocol, jsonAnswer, noAnswer } from '../protocol.ts';
import type { QuestionTable } from '../request/toolQuestion.ts';

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

/** The event takes the place of a tool's name. A path may be that of a folder, so a read is checked where a file exists. */
export const windsurfQuestions: QuestionTable = {
  kinds: [
    [/^pre_run_command$/, 'shell'],
    [/^pre_mcp_tool_use$/, 'mcp'],
    [/^pre_write_code$/, 'write'],
  ],
  otherwise: 'other',
  folderFields: ['cwd'],
  normalize({ tool_info: info }, event): Fields {
    const fields = isFields(info) ? info : {};
    const { user_prompt, mcp_tool_arguments, cwd } = fields;
    return {
      tool_name: event,
      // A request without the field that it is about must not pass as one that has nothing to check.
      tool_input: toolInput(event, info, mcp_tool_arguments),
      ...(user_prompt !== undefined && { prompt: user_prompt }),
      ...(cwd !== undefined && { cwd }),
    };
  },
};

function toolInput(event: string, info: unknown, mcpArguments: unknown): unknown {
  if (event === 'pre_mcp_tool_use') return mcpArguments ?? {};
  const path = isFields(info) ? info.file_path : undefined;
  return event === 'pre_read_code' && (typeof path !== 'string' || path === '') ? undefined : info;
}
