import { posixShim } from './posixShim.ts';
import { powerShellShim } from './powerShellShim.ts';
import type { ShimOptions } from './shimOptions.ts';

interface Shim {
  readonly fileName: string;
  readonly text: string;
}

export function shimFor(platform: NodeJS.Platform, options: ShimOptions): Shim {
  return platform === 'win32'
    ? { fileName: 'service-guard.ps1', text: powerShellShim(options) }
    : { fileName: 'service-guard.sh', text: posixShim(options) };
}
