import { posixShim, quote } from './posixShim.ts';
import { powerShellShim } from './powerShellShim.ts';
import type { ShimOptions } from './shimOptions.ts';

interface Shim {
  readonly fileName: string;
  readonly text: string;
  /** Returns the shell command that runs the shim for an event. `path` is the path that the editor's shell uses. */
  readonly command: (path: string, event: string) => string;
}

/**
 * Returns the shim for a platform. Its command names the interpreter, because an executable bit does not survive every
 * file system and every clone.
 */
export function shimFor(platform: NodeJS.Platform, options: ShimOptions): Shim {
  return platform === 'win32'
    ? {
        fileName: 'service-guard.ps1',
        text: powerShellShim(options),
        command: (path, event) =>
          `powershell -NoProfile -ExecutionPolicy Bypass -File "${path.replaceAll('/', '\\')}" ${event}`,
      }
    : {
        fileName: 'service-guard.sh',
        text: posixShim(options),
        command: (path, event) => `sh ${/^[\w./-]+$/.test(path) ? path : quote(path)} ${event}`,
      };
}
