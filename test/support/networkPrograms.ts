import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { builtCli } from './builtCli.ts';
import { initialize, initialized, request, startToolServer, textOf } from './toolServer.ts';

/** The result of the first request of a program to the platform. */
export interface Reached {
  readonly isReached: boolean;
  /** Everything that the program wrote. */
  readonly text: string;
}

/** The Node of the programs, which may be an older one than that of the tests. */
const node = process.env.SERVICE_PROGRAM_NODE ?? process.execPath;

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built service-cli as a user does, with these variables alone. */
export async function runBuiltCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdin = '',
): Promise<Ended> {
  const child = spawn(node, [join(await builtCli(), 'cli.js'), ...args], {
    env: { PATH: process.env.PATH, SERVICE_KEYRING: 'off', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const seen = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (seen.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (seen.stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  await once(child, 'close');
  return { exitCode: child.exitCode, ...seen };
}

async function commandLine(env: Readonly<Record<string, string>>): Promise<Reached> {
  const { exitCode, stdout, stderr } = await runBuiltCli(['auth', 'status'], env);
  return { isReached: exitCode === 0, text: stdout + stderr };
}

async function toolServer(env: Readonly<Record<string, string>>): Promise<Reached> {
  const server = startToolServer(
    { SERVICE_KEYRING: 'off', ...env },
    [],
    [join(await builtCli(), 'cli.js'), 'mcp'],
    node,
  );
  try {
    server.send(initialize);
    await server.next();
    server.send(initialized);
    server.send(request(1, 'tools/call', { name: 'search_my_service_projects', arguments: {} }));
    const answer = await server.next();
    return { isReached: answer.result?.isError !== true, text: textOf(answer) + server.errors() };
  } finally {
    server.child.stdin.end();
    await server.ended();
  }
}

/** `doctor --relay`, which opens the stream of push events as an editor does. The address is that of the platform too. */
export async function relayClient(env: Readonly<Record<string, string>>): Promise<Reached> {
  const { stdout, stderr } = await runBuiltCli(['doctor', '--relay', env.SERVICE_URL ?? ''], env);
  return { isReached: stdout.includes(' sends push events.'), text: stdout + stderr };
}

/** Programs that ask the platform for something, each in a separate process, with these variables alone. */
export const networkPrograms = { 'service-cli': commandLine, 'the tool server': toolServer } as const;
