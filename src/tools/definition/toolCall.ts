import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Credentials } from './access.ts';
import type { Call } from './tool.ts';

/** One call of a tool as it comes from a client. */
export interface ToolCall extends Pick<Call, 'signal' | 'progress'> {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly credentials: Credentials;
}

/** Never rejects: what goes wrong is an `isError` result that says what to do. */
export type CallTool = (call: ToolCall) => Promise<CallToolResult>;
