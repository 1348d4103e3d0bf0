import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { ToolHost } from '../protocol/offerTool.ts';

/** A tool's answer where the protocol wants something else than a tool result. Rejects with the tool's own words. */
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
