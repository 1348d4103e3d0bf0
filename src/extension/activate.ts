import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DisposableStore } from '../core/disposables.ts';
import { redacted } from '../core/log.ts';
import { lazyCommands, registerCommands } from './host/commands.ts';
import { commandIds } from './host/commandTable.ts';
import { createApi, type ServiceApi } from './publicApi.ts';
import { createReport } from './ui/report.ts';

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
  ready.catch((error: unknown) => {
    report(error, 'start');
  });
  const rest = commandIds.filter((id) => id !== 'service.showLog');
  const commands = lazyCommands(rest, async () => {
    const { commands, started } = await app;
    await started;
    return commands;
  });
  const showLog = () => {
    output.show();
  };
  scope.add(registerCommands({ ...commands, 'service.showLog': showLog }, report));
  return createApi({ ready, source: app, own: (item) => scope.add(item) });
}
