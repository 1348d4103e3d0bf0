import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { lazyCommands, type Report } from '../host/commands.ts';
import { bindingCommandIds } from '../host/commandTable.ts';
import { levelledSettings } from '../host/settingTable.ts';
import type { BindingServices } from './bindingServices.ts';
import { showWarning } from '../ui/messages.ts';
import type { GateJournal } from '../../core/gate/gateJournal.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { StateMemory } from '../host/serialMemento.ts';
import { isWritable, type FolderBindings } from './folderBindings.ts';
import { followProjectNames } from './projectNames.ts';

/** Returns the commands of bindings. `start` warns of a binding in the user settings and offers suggestions once. */
export function registerBindings(services: BindingServices & { readonly journal: GateJournal }) {
  const { own, settings, memory } = services;
  const suggestions = () => import('./suggestions/suggestBindings.ts');
  return {
    commands: {
      ...lazyCommands(bindingCommandIds, async () => {
        const { bindingCommands } = await import('./bindingCommands.ts');
        return bindingCommands(services);
      }),
      'service.suggestBindings': async () => {
        await (await suggestions()).suggestBindings(services);
      },
    },
    start: () => {
      own(warnOfUserBinding(services));
      own(
        suggestOnce({
          ...services,
          isWanted: () => settings.read('service.connectedMode.suggestBindings'),
          memory: memory.workspace,
          offer: async () => (await suggestions()).offerBindings(services),
        }),
      );
      own(followProjectNames(services));
    },
  };
}

/** Warns once about a binding in user settings, which is not followed: it would bind every folder. */
function warnOfUserBinding({ bindings, report }: BindingServices): Disposable {
  let hasWarned = false;
  const warn = async () => {
    const open = vscode.l10n.t('Open User Settings');
    const chosen = await showWarning(
      vscode.l10n.t(
        'The setting {0} in your user settings is ignored, because it would bind every folder. Bind folders instead.',
        levelledSettings.project,
      ),
      open,
    );
    if (chosen === open)
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: levelledSettings.project },
      });
  };
  const look = () => {
    if (hasWarned || !bindings.list().some(({ resolution }) => resolution.refusedUserValue)) return;
    hasWarned = true;
    warn().catch((error: unknown) => report(error, 'user binding'));
  };
  look();
  return bindings.onDidChange(look);
}

interface SuggestOnceOptions {
  readonly store: Pick<ConnectionStore, 'list'>;
  readonly states: ConnectionStates;
  readonly bindings: FolderBindings;
  /** Whether the user's setting allows the question. */
  readonly isWanted: () => boolean;
  /** The memory of the workspace, because each workspace is asked only once. */
  readonly memory: StateMemory;
  /** Searches and asks; true when the user has answered. */
  readonly offer: () => Promise<boolean>;
  readonly report: Report;
}

const askedKey = 'service.bindingsOffered';

/**
 * Offers bindings once per workspace: when a connection works, every other connection has been checked, and a trusted
 * folder is not bound. Searches again when folders or connections are added, until the user has answered.
 */
function suggestOnce(options: SuggestOnceOptions): Disposable {
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
    look().catch((error: unknown) => report(error, 'suggesting bindings'));
  };
  scope.add(states.onDidChange(lookNow));
  scope.add(bindings.onDidChange(lookNow));
  lookNow();
  return scope;
}
