import { variable } from './environment.ts';

/**
 * Returns the reason why this process cannot open a browser whose machine is this one, or undefined where it can. A
 * variable BROWSER counts: an editor that works on a remote machine sets it, and forwards the browser's answer.
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
