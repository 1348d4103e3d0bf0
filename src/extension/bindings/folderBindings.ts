import * as vscode from 'vscode';
import { bindingValue, type Binding, subfoldersOf, withSubfolder } from '../../core/bindings/binding.ts';
import { repairs } from '../../core/bindings/repair.ts';
import { resolveBinding, type BindingLevel, type ResolvedBinding } from '../../core/bindings/resolve.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { errorsTo, type Log } from '../../core/log.ts';
import type { ConnectionServices } from '../connections/connectionServices.ts';
import { isPathBelow } from '../host/folders/pathBelow.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import { levelledSettings } from '../host/settingTable.ts';
import { refuseLinkedSettings } from '../host/folders/workspaceFile.ts';
import { bindableFolder, isSameFolder, type BindableFolder } from '../host/folders/bindableFolder.ts';
import { offerCommand, showInformation } from '../ui/messages.ts';

export interface FolderBinding {
  readonly folder: BindableFolder;
  readonly resolution: ResolvedBinding;
}

/** The projects of folders, beside the connections. */
export interface BindingServices extends ConnectionServices {
  readonly bindings: FolderBindings;
  readonly isBound: (uuid: string, project: string) => boolean;
}

type Connections = Pick<ConnectionStore, 'list' | 'onDidChange'>;

interface BindingLocation {
  readonly folder: BindableFolder;
  readonly level: BindingLevel;
}

const targets = {
  folder: vscode.ConfigurationTarget.WorkspaceFolder,
  workspace: vscode.ConfigurationTarget.Workspace,
};

/** The bindings of the folders of this window and of folders below them. URIs identify folders: names may repeat. */
export class FolderBindings implements Disposable {
  readonly #connections: Connections;
  readonly #log: Log;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  /** The connections before the next change of the list, which show what a binding meant until then. */
  #before: readonly Connection[];
  #list: readonly FolderBinding[] = [];

  constructor({ connections, log }: { connections: Connections; log: Log }) {
    this.#connections = connections;
    this.#log = log;
    this.#before = connections.list();
    this.#changed = this.#scope.add(new Emitter(errorsTo(log, 'Listener of the bindings')));
    this.#resolve();
    this.#scope.add(connections.onDidChange(() => void this.#followConnections()));
    this.#scope.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#refresh()));
    this.#scope.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#refresh()));
    for (const name of [levelledSettings.project, levelledSettings.subfolders])
      this.#scope.add(onDidChangeSetting(name, () => this.#refresh()));
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Returns each folder of the window, followed by the folders below it that have their own binding. */
  list(): readonly FolderBinding[] {
    return this.#list;
  }

  of(folder: Pick<BindableFolder, 'uri'>): ResolvedBinding | undefined {
    return this.#list.find((binding) => isSameFolder(binding.folder, folder))?.resolution;
  }

  boundTo(uuid: string): readonly FolderBinding[] {
    return this.#list.filter(
      ({ resolution }) => resolution.state === 'bound' && resolution.connection.uuid === uuid,
    );
  }

  /**
   * Writes the binding into the settings of the folder of the window.
   *
   * @throws {Failure} `readOnly` for a folder that cannot be written.
   * @throws {Failure} `link` when a symbolic link of the folder leads to the settings file.
   */
  async bind(folder: BindableFolder, projectKey: string, connection: Connection): Promise<void> {
    await write({ folder, level: 'folder' }, bindingValue(projectKey, connection, this.#connections.list()));
  }

  /**
   * Removes the binding at the level that sets it. All folders lose a binding of the workspace together.
   *
   * @throws {Failure} as `bind`
   */
  async unbind(folder: BindableFolder): Promise<void> {
    const resolution = this.of(folder);
    if (resolution && 'level' in resolution) await write({ folder, level: resolution.level }, undefined);
  }

  dispose(): void {
    this.#scope.dispose();
  }

  #refresh(): void {
    this.#resolve();
    this.#changed.fire();
  }

  #resolve(): void {
    const connections = this.#connections.list();
    const folders = vscode.workspace.workspaceFolders ?? [];
    this.#list = folders.flatMap((root) => [
      { folder: bindableFolder(root), resolution: resolveBinding(valuesOf(root), connections) },
      ...this.#subfoldersOf(root).map(({ folder, value }) => ({
        folder,
        resolution: resolveBinding({ folderValue: value }, connections),
      })),
    ]);
  }

  /** Returns none in Restricted Mode, because the settings of the repository name them. */
  #subfoldersOf(root: vscode.WorkspaceFolder): readonly SubfolderBinding[] {
    if (!vscode.workspace.isTrusted) return [];
    const open = vscode.workspace.workspaceFolders ?? [];
    return [...subfoldersOf(subfolderValueOf(root))].flatMap(([path, value]) => {
      if (!isPathBelow(path)) {
        this.#log.warn(`${levelledSettings.subfolders} of ${root.name}: a path leads out of the folder`);
        return [];
      }
      const folder = bindableFolder(root, path);
      // A subfolder that is also a folder of the window has its own settings.
      return open.some((other) => isSameFolder(other, folder)) ? [] : [{ folder, value }];
    });
  }

  /** Rewrites bindings so that they keep their meaning when a second connection is added or a connection is renamed. */
  async #followConnections(): Promise<void> {
    const before = this.#before;
    const after = this.#connections.list();
    this.#before = after;
    // Bindings of an untrusted workspace are not followed, so they are not rewritten either.
    if (!vscode.workspace.isTrusted) {
      this.#refresh();
      return;
    }
    const placed = (folder: BindableFolder, level: BindingLocation['level'], value: unknown) => ({
      place: { folder, level },
      value,
    });
    const places = (vscode.workspace.workspaceFolders ?? []).flatMap((root) => {
      const { folderValue, workspaceValue } = valuesOf(root);
      const folder = bindableFolder(root);
      return [
        placed(folder, 'folder', folderValue),
        placed(folder, 'workspace', workspaceValue),
        ...this.#subfoldersOf(root).map((below) => placed(below.folder, 'folder', below.value)),
      ];
    });
    for (const { place, value } of repairs(places, before, after)) {
      try {
        await write(place, value);
      } catch (error) {
        // The folder is then shown as ambiguous or unknown, and the user can pick a connection.
        this.#log.warn(`The binding of ${place.folder.name} could not be repaired: ${messageOf(error)}`);
      }
    }
    this.#refresh();
  }
}

interface SubfolderBinding {
  readonly folder: BindableFolder;
  readonly value: unknown;
}

/** A path in the settings of a workspace would bind a folder in each root, so those are ignored. */
function subfolderValueOf(root: vscode.WorkspaceFolder): unknown {
  return vscode.workspace.getConfiguration(undefined, root.uri).inspect<unknown>(levelledSettings.subfolders)
    ?.workspaceFolderValue;
}

function valuesOf(folder: vscode.WorkspaceFolder) {
  const levels = vscode.workspace
    .getConfiguration(undefined, folder.uri)
    .inspect<unknown>(levelledSettings.project);
  return {
    folderValue: levels?.workspaceFolderValue,
    workspaceValue: levels?.workspaceValue,
    userValue: levels?.globalValue,
    untrusted: !vscode.workspace.isTrusted,
  };
}

/** Whether the workspace is trusted: only then are its bindings followed. Otherwise the function tells the user. */
export async function isTrusted(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const text = vscode.l10n.t('Bindings are disabled in Restricted Mode. Trust the workspace first.');
  const title = vscode.l10n.t('Manage Workspace Trust');
  await offerCommand(showInformation, text, { title, command: 'workbench.trust.manage' });
  return false;
}

/** @throws {Failure} `readOnly` for a folder that cannot be written, such as a repository that is viewed without a clone */
export function expectWritable(folder: Pick<BindableFolder, 'uri'>): void {
  if (!isWritable(folder)) throw new Failure('readOnly', `${folder.uri.toString()} can only be read`);
}

/** Whether the folder can be written. Where the editor does not know, the folder is treated as writable. */
export function isWritable({ uri }: Pick<BindableFolder, 'uri'>): boolean {
  return vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== false;
}

async function write({ folder, level }: BindingLocation, value: Binding | undefined): Promise<void> {
  if (level === 'folder') expectWritable(folder);
  const { root, path } = folder;
  await refuseLinkedSettings(level, root.uri);
  const configuration = vscode.workspace.getConfiguration(undefined, root.uri);
  if (path === '') await configuration.update(levelledSettings.project, value, targets[level]);
  else {
    const next = withSubfolder(subfolderValueOf(root), path, value);
    await configuration.update(levelledSettings.subfolders, next, targets.folder);
  }
}
