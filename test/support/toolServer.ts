import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

const root = join(import.meta.dirname, '../..');

/** Of Node: the program as the dispatcher starts it. */
export const programArguments = [join(root, 'src/tools/main.ts'), 'mcp'];

export type Environment = Readonly<Record<string, string>>;

/** Variables of this process that Node itself needs, without those that the tool server reads. */
function cleanEnvironment(extra: Environment): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_'));
  return { ...Object.fromEntries(own), ...extra };
}

/** A line of the protocol, as far as tests look at it. */
export interface Message {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>> & {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly tools?: readonly { readonly name: string }[];
  };
  readonly error?: { readonly code: number; readonly message: string };
}

export interface ToolServerProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Sends one line as it stands. */
  send(line: string): void;
  /** The next line of standard output, parsed. Rejects when the output ends first. */
  next(): Promise<Message>;
  /** Exit code, once it has ended by itself. */
  ended(): Promise<number | null>;
  /** All of standard error so far. */
  errors(): string;
}

/** The real program over its real pipes. */
export function startToolServer(
  environment: Environment = {},
  args: readonly string[] = [],
): ToolServerProcess {
  const child = spawn(process.execPath, [...programArguments, ...args], {
    env: cleanEnvironment(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A test that writes to a server that has ended wants its exit code, not this error.
  child.stdin.on('error', () => undefined);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    send: (line) => void child.stdin.write(`${line}\n`),
    async next() {
      const line = await lines.next();
      if (line.done === true) throw new Error(`The tool server said no more. ${errors}`);
      return JSON.parse(line.value) as Message;
    },
    async ended() {
      if (child.exitCode === null) await once(child, 'exit');
      return child.exitCode;
    },
    errors: () => errors,
  };
}

export const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

export const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

export function request(id: number, method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** The text of a tool's answer. */
export function textOf({ result }: Message): string {
  return (result?.content ?? []).map(({ text }) => text).join('\n');
}

/** Starts the server on a network transport and gives its address once it listens. */
export async function startNetworkServer(
  environment: Environment,
  args: readonly string[],
): Promise<ToolServerProcess & { readonly url: string }> {
  const server = startToolServer(environment, [...args, '--port', '0']);
  while (!server.errors().includes('"url"')) {
    if (server.child.exitCode !== null) throw new Error(server.errors());
    await once(server.child.stderr, 'data');
  }
  const line =
    server
      .errors()
      .split('\n')
      .find((text) => text.includes('"url"')) ?? '';
  return { ...server, url: (JSON.parse(line) as { url: string }).url };
}
