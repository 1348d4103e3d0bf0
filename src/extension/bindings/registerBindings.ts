import * as vscode from 'vscode';
import { lazyCommands } from '../host/commands.ts';
import { bindingCommandIds } from '../host/commandTable.ts';
import { levelledSettings } from '../host/settingTable.ts';
import { offerCommand, showWarning } from '../ui/messages.ts';
import type { GateJournal } from '../../core/gate/gateJournal.ts';
import { isWritable, type BindingServices } from './folderBindings.ts';
import { followProjectNames } from './projectNames.ts';

/** Returns the commands of bindings. `start` warns of a binding in the user settings and offers suggestions once. */
export function registerBindings(services: BindingServices & { readonly journal: GateJournal }) {
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
      warnOfUserBinding(services);
      suggestOnce(services, async () => (await suggestions()).offerBindings(services));
      services.own(followProjectNames(services));
    },
  };
}

/** Warns once about a binding in user settings, which is not followed: it would bind every folder. */
function warnOfUserBinding({ own, bindings, reporting }: BindingServices): void {
  let hasWarned = false;
  const text = vscode.l10n.t(
    'The setting {0} in your user settings is ignored, because it would bind every folder. Bind folders instead.',
    levelledSettings.project,
  );
  const openSettings = {
    title: vscode.l10n.t('Open User Settings'),
    command: 'workbench.action.openSettingsJson',
    arguments: [{ revealSetting: { key: levelledSettings.project } }],
  };
  const look = () => {
    if (hasWarned || !bindings.list().some(({ resolution }) => resolution.refusedUserValue)) return;
    hasWarned = true;
    offerCommand(showWarning, text, openSettings).catch(reporting('user binding'));
  };
  look();
  own(bindings.onDidChange(look));
}

const askedKey = 'service.bindingsOffered';

/**
 * Offers bindings once per workspace: when a connection works, every other connection has been checked, and a trusted
 * folder is not bound. Searches again when folders or connections are added, until the user has answered.
 *
 * @param offer Searches and asks; true when the user has answered.
 */
function suggestOnce(services: BindingServices, offer: () => Promise<boolean>): void {
  const { own, store, states, bindings, settings, reporting } = services;
  const memory = services.memory.workspace;
  /** The folders and connections of the last search, so that not every event starts a search. */
  let seen = '';
  let running = false;
  /** Returns the unbound folders and the working connections as one text; undefined while no question is due. */
  const questionNow = (): string | undefined => {
    if (!vscode.workspace.isTrusted || !settings.read('service.connectedMode.suggestBindings'))
      return undefined;
    const folders = bindings
      .list()
      .filter(({ folder, resolution }) => resolution.state === 'unbound' && isWritable(folder))
      .map(({ folder }) => folder.uri.toString());
    const known = store.list().map(({ uuid }) => ({ uuid, state: states.of(uuid).state }));
    const connected = known.filter(({ state }) => state === 'connected').map(({ uuid }) => uuid);
    if (folders.length === 0 || connected.length === 0) return undefined;
    return known.some(({ state }) => state === 'checking') ? undefined : [...folders, ...connected].join(' ');
  };
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
  const lookNow = () => {
    look().catch(reporting('suggesting bindings'));
  };
  own(states.onDidChange(lookNow));
  own(bindings.onDidChange(lookNow));
  lookNow();
}
