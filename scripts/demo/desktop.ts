import { isOnPath } from '../../src/node/process/findProgram.ts';
import { startGroup, type ProcessGroup } from '../processGroup.ts';
import type { EditorHome } from '../editor/home.ts';

/** Opens a folder in the `code` on PATH, with a separate home. The group ends when its window is closed. */
export async function startDesktop(home: EditorHome, folder: string): Promise<ProcessGroup> {
  if (!isOnPath('code'))
    throw new Error('There is no `code` on PATH. In VS Code: "Shell Command: Install \'code\' command".');
  return startGroup('code', [
    '--new-window',
    '--wait',
    '--disable-workspace-trust',
    '--user-data-dir',
    home.userData,
    '--extensions-dir',
    home.extensions,
    folder,
  ]);
}

/** Opens an address in the user's browser. Does nothing without a desktop or browser, because the address is printed too. */
export async function openInBrowser(address: string): Promise<void> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined) return;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  try {
    await startGroup(opener, [address], { stdio: 'ignore' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
