import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/processGroup.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import type { CliRun } from './cliRun.ts';

const root = join(import.meta.dirname, '../..');
let built: Promise<string> | undefined;

/** Returns the folder of the bundles as shipped: `dist/` if it is up to date, otherwise built once. */
export function builtCli(): Promise<string> {
  built ??= process.env.SERVICE_BUILT === undefined ? buildAll() : Promise.resolve(join(root, 'dist'));
  return built;
}

async function buildAll(): Promise<string> {
  const folder = temporaryFolder('bundles');
  await run(process.execPath, ['scripts/build.ts', '--outdir', folder], root);
  // The analyzer of the embedded platform imports packages that are in no bundle.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

interface BuiltCliOptions {
  /** Added to those of `base`, by default this process's. */
  readonly env: NodeJS.ProcessEnv;
  readonly base?: NodeJS.ProcessEnv;
  readonly node?: string;
  readonly stdin?: string;
  /** Ends it after its first line. */
  readonly untilAnswer?: boolean;
  /** Interrupts it when stderr matches. */
  readonly interruptAt?: RegExp;
}

/** Runs service-cli in a process. */
export async function runBuiltCli(
  args: readonly string[],
  { env, base = process.env, node = process.execPath, stdin, untilAnswer, interruptAt }: BuiltCliOptions,
): Promise<CliRun> {
  const child = spawn(node, [join(await builtCli(), 'cli.js'), ...args], {
    env: { ...base, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It may end before it has read all.
  child.stdin.on('error', () => undefined).end(stdin);
  const seen = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk: Buffer) => {
    seen.stderr += chunk.toString();
    if (interruptAt?.test(seen.stderr) && !child.killed) child.kill('SIGINT');
  });
  child.stdout.on('data', (chunk: Buffer) => {
    seen.stdout += chunk.toString();
    if (untilAnswer === true && seen.stdout.endsWith('\n')) child.kill('SIGTERM');
  });
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, ...seen };
}
