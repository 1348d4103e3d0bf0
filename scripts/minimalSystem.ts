import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../src/core/failures.ts';
import { findProgram } from '../src/node/process/findProgram.ts';
import { run } from './processGroup.ts';

/** Why no system can be made here and entered; undefined if it can. */
function obstacle(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux on x64';
  if (process.getuid?.() !== 0) return 'only root can change the root of a process';
  for (const name of ['debootstrap', 'unshare', 'chroot', 'mount'])
    if (findProgram(name) === undefined) return `${name} is not installed`;
  try {
    execFileSync('unshare', ['--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' });
  } catch {
    return 'this container may not mount file systems';
  }
  return undefined;
}

/** Returns what `make` makes. Ends this process with 3, and says why, where no system can be made. */
export async function orExit<T>(make: () => Promise<T>): Promise<T> {
  const reason = obstacle();
  try {
    if (reason === undefined) return await make();
    console.error(`No minimal system can be made here: ${reason}.`);
  } catch (error) {
    console.error(`No minimal system can be made here: ${messageOf(error)}`);
  }
  process.exit(3);
}

/** The release of this machine's system, such as `bookworm`. */
export function ownSuite(): string {
  const [, suite = 'stable'] = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  return suite;
}

/** Makes a minimal Debian or Ubuntu in a folder, with packages besides the base. It finds hosts as this machine does. */
export async function makeDebian(target: string, suite: string, packages: readonly string[]): Promise<void> {
  await run('debootstrap', ['--variant=minbase', `--include=${packages.join()}`, suite, target], '/');
  await run('chroot', [target, 'apt-get', 'clean'], '/');
  takeNames(target);
}

/** Copies the files by which this machine finds hosts. */
export function takeNames(system: string): void {
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    cpSync(file, join(system, file), { dereference: true });
}

/**
 * Returns the arguments with which `unshare` runs a program in a system that has its own processes, and devices. Mounts and
 * processes end with the program.
 *
 * @param args Those of `chroot`.
 */
export function inside(system: string, args: readonly string[]): string[] {
  const line = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"';
  const fences = ['--mount', '--pid', '--fork', '--kill-child=SIGTERM', '--propagation', 'slave'];
  return [...fences, '/bin/sh', '-c', line, system, ...args];
}
