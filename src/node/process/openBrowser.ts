import { spawn } from 'node:child_process';
import { findProgram } from './findProgram.ts';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` would be a shell, and the address would have to survive its quoting.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Shows a page in the user's browser. The caller shows the address as well, because there may be no browser, as over ssh,
 * and nothing says whether one appeared.
 */
export function openBrowser(url: string): void {
  const [name, ...args] = openers[process.platform] ?? ['xdg-open'];
  const program = findProgram(name);
  if (program === undefined) return;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
