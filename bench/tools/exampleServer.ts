/** A server as the guide of the SDK describes it, to compare with. Argument: `stdio`, or `http`. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import * as z from 'zod';

function createExample(token: string | undefined): McpServer {
  const server = new McpServer({ name: 'example', version: '1.0.0' });
  server.registerTool(
    'get_project_quality_gate_status',
    {
      description: 'Live gate status',
      inputSchema: z.object({ projectKey: z.string() }),
      outputSchema: z.object({ status: z.string() }),
    },
    async ({ projectKey }) => {
      const url = `${process.env.SERVICE_URL ?? ''}/api/qualitygates/project_status?projectKey=${projectKey}`;
      const authorization = `Basic ${Buffer.from(`${token ?? ''}:`).toString('base64')}`;
      const response = await fetch(url, { headers: { authorization } });
      const { projectStatus } = (await response.json()) as { projectStatus: { status: string } };
      const answer = { status: projectStatus.status };
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
    },
  );
  return server;
}

if (process.argv[2] === 'stdio') serveStdio(() => createExample(process.env.SERVICE_TOKEN));
else {
  const handler = createMcpHandler(({ requestInfo }) =>
    createExample(requestInfo?.headers.get('authorization')?.replace('Bearer ', '')),
  );
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const method = incoming.method ?? 'GET';
      const headers = new Headers(incoming.headers as Record<string, string>);
      const body = Readable.toWeb(incoming) as ReadableStream;
      const request = new Request(`http://localhost${incoming.url ?? '/'}`, {
        method,
        headers,
        ...(method === 'POST' && { body, duplex: 'half' as const }),
      });
      const response = await handler.fetch(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body) for await (const chunk of response.body) outgoing.write(chunk);
      outgoing.end();
    })();
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stderr.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
  });
}
