import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { findProgram } from './findProgram.ts';
import { variable } from '../environment.ts';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`, which needs a shell, whose quoting the address would have to survive.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a page in the user's browser. The caller shows the address as well, because there may be no browser, as over
 * ssh, and the system does not report whether a browser opened.
 *
 * The program that opens the page is often a script, which looks for further programs on the search path. It runs in the
 * home folder, so that a relative entry of the path does not mean a repository.
 */
export function openBrowser(url: string): void {
  const [name, ...args] = openers[process.platform] ?? ['xdg-open'];
  const program = findProgram(name);
  if (program === undefined) return;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true, cwd: homedir() });
  child.once('error', () => undefined);
  child.unref();
}

/**
 * Returns the reason why this process cannot open a browser whose machine is this one, or undefined if it can.
 * With the variable BROWSER it can: an editor that works on a remote machine sets it, and forwards the browser's answer.
 */
export function reasonWithoutBrowser(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (variable(env, 'BROWSER') !== undefined) return undefined;
  if (variable(env, 'SSH_CONNECTION') ?? variable(env, 'SSH_TTY')) return 'this is an SSH session';
  const hasDisplay =
    variable(env, 'DISPLAY') ?? variable(env, 'WAYLAND_DISPLAY') ?? variable(env, 'WSL_DISTRO_NAME');
  return platform === 'linux' && hasDisplay === undefined ? 'this machine has no display' : undefined;
}
