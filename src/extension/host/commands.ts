import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { commandIds, type CommandId } from './commandTable.ts';
import { lazy } from './lazy.ts';

/** Logs an error and shows it to the user once, with a fix if there is one; ignores a cancellation. Never rejects. */
export type Report = (error: unknown, doing: string) => void;

/** Arguments come from tree nodes, key bindings and other extensions, so each handler parses its argument. */
export type CommandHandlers = Readonly<Record<CommandId, (argument: unknown) => unknown>>;

/** The handlers of the commands of one feature, by its list in the table. */
export type CommandsOf<Ids extends readonly CommandId[]> = Pick<CommandHandlers, Ids[number]>;

/** Registers every command of the table. An error that a handler throws is reported. */
export function registerCommands(handlers: CommandHandlers, report: Report): Disposable {
  const scope = new DisposableStore();
  for (const id of commandIds)
    scope.add(
      vscode.commands.registerCommand(id, async (argument: unknown) => {
        try {
          return await handlers[id](argument);
        } catch (error) {
          report(error, id);
        }
      }),
    );
  return scope;
}

/** Returns the commands of a feature whose code is a chunk. The first call of a command loads the chunk. */
export function lazyCommands<Id extends CommandId>(
  ids: readonly Id[],
  load: () => Promise<Pick<CommandHandlers, Id>>,
): Pick<CommandHandlers, Id> {
  const loaded = lazy(load);
  const entries = ids.map((id) => [id, async (argument: unknown) => (await loaded())[id](argument)] as const);
  return Object.fromEntries(entries) as Pick<CommandHandlers, Id>;
}
