import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

const root = join(import.meta.dirname, '../..');

/** The arguments with which Node starts the program, as the dispatcher does. */
export const programArguments = [join(root, 'src/entrypoints/tools.ts'), 'mcp'];

export type Environment = Readonly<Record<string, string>>;

/** The variables of this process that Node needs, without those of the tool server, and with an empty login. */
function cleanEnvironment(extra: Environment): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_'));
  return { ...Object.fromEntries(own), SERVICE_HOME: join(tmpdir(), 'service-nobody'), ...extra };
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
  /** The parameters of a notification. */
  readonly params?: unknown;
}

/** Disposing of it kills the process. */
export interface ToolServerProcess extends Disposable {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Sends one line as it stands. */
  send(line: string): void;
  /** The next line of standard output, parsed. Rejects when the output ends first. */
  next(): Promise<Message>;
  /** Resolves with the exit code after the process has ended and all its output has arrived. */
  ended(): Promise<number | null>;
  /** The standard error so far. Text beside an answer on standard output may arrive later: wait with `said`. */
  errors(): string;
  /** Resolves once standard error matches; rejects when the process ends without having said so. */
  said(pattern: RegExp): Promise<void>;
}

/** The real program over its real pipes. */
export function startToolServer(
  environment: Environment = {},
  args: readonly string[] = [],
  program: readonly string[] = programArguments,
  node = process.execPath,
): ToolServerProcess {
  const child = spawn(node, [...program, ...args], {
    env: cleanEnvironment(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A test that writes to a server that has ended wants its exit code, not this error.
  child.stdin.on('error', () => undefined);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  // Not `exit`, which may come before the last of the output.
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
    send: (line) => void child.stdin.write(`${line}\n`),
    async next() {
      const line = await lines.next();
      if (line.done === true) throw new Error(`The tool server said no more. ${errors}`);
      return JSON.parse(line.value) as Message;
    },
    async ended() {
      await closed;
      return child.exitCode;
    },
    errors: () => errors,
    async said(pattern) {
      const over = closed.then(() => 'over');
      while (!pattern.test(errors))
        if ((await Promise.race([once(child.stderr, 'data'), over])) === 'over' && !pattern.test(errors))
          throw new Error(`The tool server never said ${String(pattern)}. ${errors}`);
    },
  };
}

/** Starts the program and shakes hands with it. Kills it when that fails. */
export async function startSession(environment: Environment): Promise<ToolServerProcess> {
  const server = startToolServer(environment);
  try {
    server.send(initialize);
    assert.equal((await server.next()).id, 0);
    server.send(initialized);
    return server;
  } catch (error) {
    server[Symbol.dispose]();
    throw error;
  }
}

/** Waits until the server has ended, which has to be in order. */
export async function expectCleanEnd(server: ToolServerProcess): Promise<void> {
  assert.equal(
    await server.ended(),
    0,
    `ended by ${server.child.signalCode ?? 'itself'}. ${server.errors()}`,
  );
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

export function textOf({ result }: Message): string {
  return (result?.content ?? []).map(({ text }) => text).join('\n');
}

const listening = /^\{"url":"(?<url>[^"]+)"\}$/mu;

/** Starts the server on a network transport and gives its address once it listens. */
export async function startNetworkServer(
  environment: Environment,
  args: readonly string[],
): Promise<ToolServerProcess & { readonly url: string }> {
  const server = startToolServer(environment, [...args, '--port', '0']);
  await server.said(listening);
  const url = listening.exec(server.errors())?.groups?.url ?? '';
  return { ...server, url };
}
