import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DisposableStore } from '../core/disposables.ts';
import { redacted, type Log } from '../core/log.ts';
import { lazyCommands, registerCommands, type Report } from './host/commands.ts';
import { commandIds } from './host/commandTable.ts';
import { createApi, type ServiceApi } from './publicApi.ts';
import { Failure, messageOf } from '../core/failures.ts';
import { failureActions, failureTexts, type FailureAction } from './ui/failureTexts.ts';
import { showError } from './ui/messages.ts';

/**
 * Does only the work that the editor waits for: registers every command, so that none is missing, and returns the API
 * for other extensions. The rest of the extension is a chunk (`app.ts`) that is loaded when the editor has continued.
 */
export function activate(context: vscode.ExtensionContext): ServiceApi {
  const output = vscode.window.createOutputChannel('Service', { log: true });
  const scope = new DisposableStore();
  context.subscriptions.push(output, scope);
  const log = redacted(output);
  const report = createReport(log);

  const app = setImmediate().then(async () => {
    const { createApp } = await import('./app.ts');
    return createApp({ context, log, report, own: (item) => scope.add(item) });
  });
  const ready = app.then((loaded) => loaded.ready);
  ready.catch((error: unknown) => report(error, 'start'));
  const rest = commandIds.filter((id) => id !== 'service.showLog');
  const commands = lazyCommands(rest, async () => {
    const { commands, started } = await app;
    await started;
    return commands;
  });
  const showLog = () => output.show();
  scope.add(registerCommands({ ...commands, 'service.showLog': showLog }, report));
  return createApi(ready, app, (item) => scope.add(item));
}

/** Returns a function that logs an error and shows it with the action that helps, unless it is a cancellation. */
function createReport(log: Log): Report {
  return (error, doing) => {
    if (Failure.is(error, 'cancelled')) return;
    log.error(`${doing}: ${details(error)}`);
    const text = Failure.is(error)
      ? failureTexts[error.code](error)
      : vscode.l10n.t('Something went wrong. See the log for details.');
    const action = Failure.is(error) ? failureActions[error.code] : undefined;
    void offer(text, action).catch((failure: unknown) =>
      log.error(`showing an error: ${messageOf(failure)}`),
    );
  };
}

async function offer(text: string, action: FailureAction | undefined): Promise<void> {
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
