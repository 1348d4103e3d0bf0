import * as vscode from 'vscode';

const patienceMs = 2_000;

/**
 * Whether this window still has somebody in front of it. After its page crashed the extension host lives on for hours
 * and shows messages to nobody; only a command that the page itself executes tells.
 */
export async function hasPulse(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, patienceMs);
  });
  const answered = vscode.commands
    .executeCommand('setContext', 'service.pulse', Date.now())
    .then(() => true as const);
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
