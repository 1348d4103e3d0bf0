import { type Fields, isFields } from '../../core/fields.ts';
import { questionReader } from '../request/toolQuestion.ts';
import { windsurfProtocol } from './answer.ts';

/**
 * The event takes the place of a tool's name. A path may be that of a folder, so that a read is checked where a file of
 * the name exists.
 *
 * Source: https://docs.windsurf.com/windsurf/cascade/hooks
 */
export const readWindsurfQuestion = questionReader({
  events: windsurfProtocol.events,
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
});

function toolInput(event: string, info: unknown, mcpArguments: unknown): unknown {
  if (event === 'pre_mcp_tool_use') return mcpArguments ?? {};
  const path = isFields(info) ? info.file_path : undefined;
  return event === 'pre_read_code' && (typeof path !== 'string' || path === '') ? undefined : info;
}
