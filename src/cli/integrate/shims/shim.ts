import { posixShim, quote } from './posixShim.ts';
import { powerShellShim } from './powerShellShim.ts';
import type { ShimOptions } from './shimOptions.ts';

interface Shim {
  readonly fileName: string;
  readonly text: string;
  /** The shell command that runs it for an event; `path` as the editor's shell will find it. */
  readonly command: (path: string, event: string) => string;
}

/** By interpreter, not by permission: an executable bit does not survive every file system and every clone. */
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
