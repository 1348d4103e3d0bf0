import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { lazyCommands } from '../host/commands.ts';
import { bindingCommandIds } from '../host/commandTable.ts';
import { levelledSettings } from '../host/settingTable.ts';
import type { Services } from '../services.ts';
import { showWarning } from '../ui/messages.ts';
import { suggestOnce } from './suggestions/suggestOnce.ts';

/** Returns the commands of bindings. `start` warns of a binding in the user settings and offers suggestions once. */
export function registerBindings(services: Services) {
  const { own, settings, context } = services;
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
          memory: context.workspaceState,
          offer: async () => (await suggestions()).offerBindings(services),
        }),
      );
      own(resolveProjectNames(services));
    },
  };
}

/**
 * Warns the user once about a binding in user settings. The binding is not followed, because it would bind every
 * folder.
 */
function warnOfUserBinding({ bindings, report }: Services): Disposable {
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
    warn().catch((error: unknown) => {
      report(error, 'user binding');
    });
  };
  look();
  return bindings.onDidChange(look);
}

/** Requests the names of bound projects as soon as their connection works. */
function resolveProjectNames({ bindings, states, names, report }: Services): Disposable {
  const scope = new DisposableStore();
  const ask = () => {
    for (const { resolution } of bindings.list()) {
      if (resolution.state !== 'bound' || states.of(resolution.connection.uuid).state !== 'connected')
        continue;
      names.ask(resolution.connection, resolution.projectKey).catch((error: unknown) => {
        report(error, 'asking for the name of a project');
      });
    }
  };
  scope.add(bindings.onDidChange(ask));
  scope.add(states.onDidChange(ask));
  ask();
  return scope;
}
