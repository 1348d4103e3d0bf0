import { join } from 'node:path';
import { builtCli, runBuiltCli } from './builtCli.ts';
import type { CliRun } from './cliRun.ts';
import { type Environment, initialize, initialized, request, startToolServer, textOf } from './toolServer.ts';

/** The result of the first request of a program to the platform. */
export interface Reached {
  readonly isReached: boolean;
  /** Everything that the program wrote. */
  readonly text: string;
}

/** The Node of the programs, which may be an older one than that of the tests. */
const node = process.env.SERVICE_PROGRAM_NODE ?? process.execPath;

/** Runs the built service-cli as a user does, with these variables alone. */
export const runAlone = (args: readonly string[], env: Environment, stdin = ''): Promise<CliRun> =>
  runBuiltCli(args, {
    base: { PATH: process.env.PATH },
    env: { SERVICE_KEYRING: 'off', ...env },
    node,
    stdin,
  });

async function commandLine(env: Environment): Promise<Reached> {
  const { exitCode, stdout, stderr } = await runAlone(['auth', 'status'], env);
  return { isReached: exitCode === 0, text: stdout + stderr };
}

async function toolServer(env: Environment): Promise<Reached> {
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
export async function relayClient(env: Environment): Promise<Reached> {
  const { stdout, stderr } = await runAlone(['doctor', '--relay', env.SERVICE_URL ?? ''], env);
  return { isReached: stdout.includes(' sends push events.'), text: stdout + stderr };
}

/** Programs that ask the platform for something, each in a separate process, with these variables alone. */
export const networkPrograms = { 'service-cli': commandLine, 'the tool server': toolServer } as const;
