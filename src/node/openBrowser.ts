import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` would be a shell, and the address would have to survive its quoting.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Shows a page in the person's browser. Whether one appears is not told: the address has to be shown as well. */
export function openBrowser(url: string): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  // No browser, as over ssh: the person has the address.
  child.once('error', () => undefined);
  child.unref();
}
