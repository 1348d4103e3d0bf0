import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { ToolHost } from './toolCapability.ts';

/**
 * Calls a tool and returns its structured answer, for requests whose result in the protocol is not a tool result.
 * Rejects with the text of the tool's error.
 */
export async function askTool(
  { callTool, credentialsOf }: ToolHost,
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<Record<string, unknown>> {
  const { content, structuredContent, isError } = await callTool({
    name,
    args,
    credentials: credentialsOf(context),
    signal: context.mcpReq.signal,
    progress: () => undefined,
  });
  if (isError !== true && structuredContent) return structuredContent as Record<string, unknown>;
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  throw new ProtocolError(ProtocolErrorCode.InternalError, text);
}
