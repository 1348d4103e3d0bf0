import * as z from 'zod';
import type { Tool } from './tool.ts';

/** Returns a tool with a fixed project. `withoutProject` does the same for its entry in the catalogue. */
export function withProject(tool: Tool, projectKey: string): Tool {
  if (!('projectKey' in tool.input.shape)) return tool;
  const { projectKey: fixed, ...shape } = tool.input.shape;
  return {
    ...tool,
    input: z.strictObject(shape),
    run: (call, input) => tool.run(call, { ...input, projectKey }),
  };
}
