import * as vscode from 'vscode';
import type { ConnectionStore } from '../../../core/connections/store.ts';
import { DisposableStore, type Disposable } from '../../../core/disposables.ts';
import type { ConnectionStates } from '../../connections/states.ts';
import type { Report } from '../../host/report.ts';
import { isWritable, type FolderBindings } from '../folderBindings.ts';

interface SuggestOnceOptions {
  readonly store: Pick<ConnectionStore, 'list'>;
  readonly states: ConnectionStates;
  readonly bindings: FolderBindings;
  /** Whether the user's setting allows the question. */
  readonly isWanted: () => boolean;
  /** The memory of the workspace, because each workspace is asked only once. */
  readonly memory: vscode.Memento;
  /** Searches and asks; true when the user has answered. */
  readonly offer: () => Promise<boolean>;
  readonly report: Report;
}

const askedKey = 'service.bindingsOffered';

/**
 * Offers bindings once per workspace: when a connection works, every other connection has been checked, and a trusted
 * folder is not bound. Searches again when folders or connections are added, until the user has answered.
 */
export function suggestOnce(options: SuggestOnceOptions): Disposable {
  const { store, states, bindings, isWanted, memory, offer, report } = options;
  const scope = new DisposableStore();
  /** The folders and connections of the last search, so that not every event starts a search. */
  let seen = '';
  let running = false;
  const look = async () => {
    const question = questionNow();
    if (running || question === undefined || question === seen || memory.get(askedKey) === true) return;
    running = true;
    seen = question;
    try {
      if (await offer()) await memory.update(askedKey, true);
    } finally {
      running = false;
    }
  };
  /** Returns the unbound folders and the working connections as one text; undefined while no question is due. */
  const questionNow = (): string | undefined => {
    if (!vscode.workspace.isTrusted || !isWanted()) return undefined;
    const folders = bindings
      .list()
      .filter(({ folder, resolution }) => resolution.state === 'unbound' && isWritable(folder))
      .map(({ folder }) => folder.uri.toString());
    const known = store.list().map(({ uuid }) => ({ uuid, state: states.of(uuid).state }));
    const connected = known.filter(({ state }) => state === 'connected').map(({ uuid }) => uuid);
    if (folders.length === 0 || connected.length === 0) return undefined;
    return known.some(({ state }) => state === 'checking') ? undefined : [...folders, ...connected].join(' ');
  };
  const lookNow = () => {
    look().catch((error: unknown) => {
      report(error, 'suggesting bindings');
    });
  };
  scope.add(states.onDidChange(lookNow));
  scope.add(bindings.onDidChange(lookNow));
  lookNow();
  return scope;
}
