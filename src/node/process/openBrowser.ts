import { spawn } from 'node:child_process';
import { findProgram } from './findProgram.ts';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`, which needs a shell, whose quoting the address would have to survive.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a page in the user's browser. The caller shows the address as well, because there may be no browser, as over
 * ssh, and the system does not report whether a browser opened.
 */
export function openBrowser(url: string): void {
  const [name, ...args] = openers[process.platform] ?? ['xdg-open'];
  const program = findProgram(name);
  if (program === undefined) return;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
