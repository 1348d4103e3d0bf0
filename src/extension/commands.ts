import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/disposables.ts';
import { commandIds, type CommandId } from './commandTable.ts';
import type { Report } from './report.ts';

/** Arguments come from tree nodes, key bindings and other extensions: each handler parses its own. */
export type CommandHandlers = Readonly<Record<CommandId, (argument: unknown) => unknown>>;

/** Registers every command of the table; what a handler throws is reported, never lost. `ready` is awaited before each. */
export function registerCommands(
  handlers: CommandHandlers,
  ready: () => Promise<void>,
  report: Report,
): Disposable {
  const scope = new DisposableStore();
  for (const id of commandIds)
    scope.add(
      vscode.commands.registerCommand(id, async (argument: unknown) => {
        try {
          await ready();
          return await handlers[id](argument);
        } catch (error) {
          report(error, id);
        }
      }),
    );
  return scope;
}
