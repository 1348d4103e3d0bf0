import * as z from 'zod';
import type { Tool } from './tool.ts';

/** A tool with its project fixed; `listedWithoutProject` is the same of what is said of it. */
export function withProject(tool: Tool, projectKey: string): Tool {
  if (!('projectKey' in tool.input.shape)) return tool;
  const { projectKey: fixed, ...shape } = tool.input.shape;
  return {
    ...tool,
    input: z.strictObject(shape),
    run: (call, input) => tool.run(call, { ...input, projectKey }),
  };
}
