import * as z from 'zod/mini';
import * as vscode from 'vscode';
import type { GateServices } from '../gates/gateServices.ts';
import { relaySetting, type RelayPushes } from './relayPushes.ts';
import { brands } from '../../core/brand.ts';
import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import type { BindableFolder } from '../host/folders/bindableFolder.ts';
import { readInside } from '../host/folders/workspaceFile.ts';
import type { StateMemory } from '../host/serialMemento.ts';
import { showInformation } from '../ui/messages.ts';
import { parseServerUrl } from '../../core/connections/serverUrl.ts';
import { parseJson } from '../../core/parsing.ts';

/** Returns the command that connects a relay. `start` connects, or offers a relay that a folder proposes. */
export function registerRelay(services: GateServices & { readonly relay: RelayPushes }) {
  const { relay, monitor, settings, bindings, memory, log, reporting } = services;
  return {
    commands: {
      'service.connectRelay': async (argument: unknown) => {
        const { connectRelay } = await import('./connectRelay.ts');
        await connectRelay(typeof argument === 'string' ? argument : undefined, services);
      },
    },
    start: () => {
      relay.start(monitor);
      if (settings.read(relaySetting) !== '') return;
      // The start does not wait for the answer of the user.
      const folders = bindings.list().map(({ folder }) => folder);
      proposeRelay(folders, memory.global, log).catch(reporting('looking for a relay'));
    },
  };
}

const refusedKey = 'relay.refused';

/** Asks whether to use a relay that a shared binding file names. Sends nothing to it before the user agrees. */
export async function proposeRelay(
  folders: readonly BindableFolder[],
  memory: StateMemory,
  log: Log,
): Promise<void> {
  if (!vscode.workspace.isTrusted) return;
  const refused = memory.get<readonly string[]>(refusedKey, []);
  for (const folder of folders) {
    const address = await relayNamedIn(folder, log);
    if (address === undefined || refused.includes(address)) continue;
    const use = vscode.l10n.t('Use Relay');
    const never = vscode.l10n.t('Never');
    const chosen = await showInformation(
      vscode.l10n.t(
        'This workspace proposes the relay {0}, which notifies your editor as soon as a quality gate may have changed. Do you want to use it? You need a relay key. The relay does not receive your token.',
        address,
      ),
      use,
      never,
    );
    if (chosen === use) await vscode.commands.executeCommand('service.connectRelay', address);
    if (chosen === never) await memory.update(refusedKey, [...refused, address]);
    // One question at a time: the next call may ask about another relay.
    return;
  }
}

async function relayNamedIn({ uri, root }: BindableFolder, log: Log): Promise<string | undefined> {
  for (const { files } of brands) {
    try {
      const bytes = await readInside(root.uri, vscode.Uri.joinPath(uri, files.sharedBinding));
      const address = bytes && sharedRelay(new TextDecoder().decode(bytes), files.sharedBinding);
      if (address !== undefined) return address;
    } catch (error) {
      log.warn(`Shared binding of ${uri.toString()}: ${messageOf(error)}`);
    }
  }
  return undefined;
}

/** Returns a mere proposal: everyone who can write to the repository can change it. @throws {Failure} `malformed` */
function sharedRelay(content: string, path: string): string | undefined {
  const file = z.record(z.string(), z.unknown()).safeParse(parseJson(content, path)).data ?? {};
  const [, named] = Object.entries(file).find(([name]) => name.toLowerCase() === 'relayurl') ?? [];
  return typeof named === 'string' ? parseServerUrl(named) : undefined;
}
