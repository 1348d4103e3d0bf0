/** How a client of others is installed, and a program that lists the tools with it and calls one of them. */
export interface OtherClient {
  readonly title: string;
  readonly registry: 'npm' | 'pypi';
  /** Exact versions, so that a run means the same tomorrow. */
  readonly packages: readonly string[];
  /** Name and text of the program. Its arguments are the command of the tool server; it prints `{tools, text}`. */
  readonly program: readonly [name: string, text: string];
}

export const otherClients: readonly OtherClient[] = [
  {
    title: 'the client of the AI SDK (npm)',
    registry: 'npm',
    packages: ['@ai-sdk/mcp@2.0.99'],
    program: [
      'client.mjs',
      `import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
const [command, ...args] = process.argv.slice(2);
const transport = new Experimental_StdioMCPTransport({ command, args, env: process.env });
const client = await createMCPClient({ transport });
const tools = await client.tools();
const result = await tools.ping_system.execute({}, { toolCallId: '1', messages: [] });
console.log(JSON.stringify({ tools: Object.keys(tools), text: JSON.stringify(result) }));
await client.close();
`,
    ],
  },
  {
    title: 'the Python client (PyPI)',
    registry: 'pypi',
    packages: ['mcp==2.3.0'],
    program: [
      'client.py',
      `import asyncio, json, os, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

async def main():
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        listed = await session.list_tools()
        result = await session.call_tool("ping_system", {})
        print(json.dumps({"tools": [tool.name for tool in listed.tools], "text": result.content[0].text}))

asyncio.run(main())
`,
    ],
  },
];

/** The official inspector; its program has a mode for the command line. */
export const inspector = {
  packages: ['@modelcontextprotocol/inspector@2.12.0'],
  program: 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
} as const;
