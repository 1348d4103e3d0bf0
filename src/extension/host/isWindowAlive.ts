import * as vscode from 'vscode';

const patienceMs = 2_000;

/**
 * Whether the page of this window still responds. After the page has crashed, the extension host lives on for hours and
 * its messages do not reach the user. Only a command that the page itself executes shows the difference.
 */
export async function isWindowAlive(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, patienceMs);
  });
  const answered = vscode.commands
    .executeCommand('setContext', 'service.windowAlive', Date.now())
    .then(() => true as const);
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
