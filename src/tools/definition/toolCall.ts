import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Credentials } from './access.ts';
import type { Call } from './tool.ts';

/** One call of a tool by a client. */
export interface ToolCall extends Pick<Call, 'signal' | 'progress'> {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly credentials: Credentials;
}

/** Makes a tool call. Never rejects: an error is an `isError` result that states what to do. */
export type CallTool = (call: ToolCall) => Promise<CallToolResult>;
