import * as vscode from 'vscode';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import type { Report } from '../host/commands.ts';
import { failureTexts } from './failureTexts.ts';
import { showError } from './messages.ts';

/**
 * Returns a function that logs an error and tells the user what happened, with the action that helps. A cancelled
 * operation is neither logged nor shown.
 */
export function createReport(log: Log): Report {
  return (error, doing) => {
    if (Failure.is(error, 'cancelled')) return;
    log.error(`${doing}: ${details(error)}`);
    const known = Failure.is(error) ? failureTexts[error.code] : undefined;
    const text =
      known && Failure.is(error)
        ? known.text(error)
        : vscode.l10n.t('Something went wrong. See the log for details.');
    void offer(text, known?.action).catch((failure: unknown) => {
      log.error(`showing an error: ${messageOf(failure)}`);
    });
  };
}

async function offer(
  text: string,
  action: (typeof failureTexts)[keyof typeof failureTexts]['action'],
): Promise<void> {
  const fix = action && { title: action.title(), command: action.command };
  const showLog = { title: vscode.l10n.t('Show Log'), command: 'service.showLog' };
  const chosen = await showError(text, ...(fix ? [fix, showLog] : [showLog]));
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}

/** Returns the message of an error and of its causes. A defect, which has no failure code, also gets its stack. */
function details(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  const own = Failure.is(error) ? `${error.code}: ${error.message}` : (error.stack ?? error.message);
  return error.cause === undefined ? own : `${own} (${details(error.cause)})`;
}
