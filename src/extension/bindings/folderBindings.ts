import * as vscode from 'vscode';
import { bindingValue, type Binding } from '../../core/bindings/binding.ts';
import { repairs } from '../../core/bindings/repair.ts';
import { resolveBinding, type BindingLevel, type ResolvedBinding } from '../../core/bindings/resolve.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import { levelledSettings } from '../host/settingTable.ts';
import { expectOwnSettings } from '../host/workspaceFile.ts';

export interface FolderBinding {
  readonly folder: vscode.WorkspaceFolder;
  readonly resolution: ResolvedBinding;
}

interface FolderBindingsOptions {
  readonly connections: { list(): readonly Connection[]; readonly onDidChange: Event<void> };
  readonly log: Log;
}

/** One place where the setting can stand. */
interface Place {
  readonly folder: vscode.WorkspaceFolder;
  readonly level: BindingLevel;
}

const targets = {
  folder: vscode.ConfigurationTarget.WorkspaceFolder,
  workspace: vscode.ConfigurationTarget.Workspace,
};

/** The folders of this window and what they are bound to. Folders are told apart by URI; two may share a name. */
export class FolderBindings implements Disposable {
  readonly #connections: FolderBindingsOptions['connections'];
  readonly #log: Log;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  /** As of the last look, to see what a binding meant before the list changed. */
  #before: readonly Connection[];
  #list: readonly FolderBinding[] = [];

  constructor({ connections, log }: FolderBindingsOptions) {
    this.#connections = connections;
    this.#log = log;
    this.#before = connections.list();
    this.#changed = this.#scope.add(
      new Emitter((error) => {
        log.error(`Listener of the bindings: ${messageOf(error)}`);
      }),
    );
    this.#resolve();
    this.#scope.add(connections.onDidChange(() => void this.#followConnections()));
    this.#scope.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#refresh();
      }),
    );
    this.#scope.add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#refresh();
      }),
    );
    this.#scope.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(levelledSettings.project)) this.#refresh();
      }),
    );
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  list(): readonly FolderBinding[] {
    return this.#list;
  }

  of(folder: vscode.WorkspaceFolder): ResolvedBinding | undefined {
    return this.#list.find((binding) => isSame(binding.folder, folder))?.resolution;
  }

  /** Folders bound to a connection. */
  boundTo(uuid: string): readonly FolderBinding[] {
    return this.#list.filter(
      ({ resolution }) => resolution.state === 'bound' && resolution.connection.uuid === uuid,
    );
  }

  /** Writes the folder's own binding. */
  async bind(folder: vscode.WorkspaceFolder, projectKey: string, connection: Connection): Promise<void> {
    await write({ folder, level: 'folder' }, bindingValue(projectKey, connection, this.#connections.list()));
  }

  /** Takes the binding away where it stands. One of the workspace binds all its folders, which lose it together. */
  async unbind(folder: vscode.WorkspaceFolder): Promise<void> {
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
    this.#list = folders.map((folder) => ({
      folder,
      resolution: resolveBinding(valuesOf(folder), connections),
    }));
  }

  /** Bindings keep their meaning when a second connection appears or one is renamed. */
  async #followConnections(): Promise<void> {
    const before = this.#before;
    const after = this.#connections.list();
    this.#before = after;
    // What a workspace says that nobody trusts is not ours to mend either.
    if (!vscode.workspace.isTrusted) {
      this.#refresh();
      return;
    }
    const places = (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => {
      const { folderValue, workspaceValue } = valuesOf(folder);
      return [
        { place: { folder, level: 'folder' } as const, value: folderValue },
        { place: { folder, level: 'workspace' } as const, value: workspaceValue },
      ];
    });
    for (const { place, value } of repairs<Place>(places, before, after)) {
      try {
        await write(place, value);
      } catch (error) {
        // The folder then shows as ambiguous or unknown, with a pick.
        this.#log.warn(`The binding of ${place.folder.name} could not be repaired: ${messageOf(error)}`);
      }
    }
    this.#refresh();
  }
}

function isSame(a: vscode.WorkspaceFolder, b: vscode.WorkspaceFolder): boolean {
  return a.uri.toString() === b.uri.toString();
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

/** Throws `readOnly` for a folder that nothing can be written to, as a repository that is looked at without a clone. */
export function expectWritable(folder: vscode.WorkspaceFolder): void {
  if (!isWritable(folder)) throw new Failure('readOnly', `${folder.uri.toString()} can only be read`);
}

/** As far as the editor knows: it does not know of each kind of folder. */
export function isWritable({ uri }: vscode.WorkspaceFolder): boolean {
  return vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== false;
}

async function write({ folder, level }: Place, value: Binding | undefined): Promise<void> {
  if (level === 'folder') expectWritable(folder);
  await expectOwnSettings(level, folder.uri);
  const configuration = vscode.workspace.getConfiguration(undefined, folder.uri);
  await configuration.update(levelledSettings.project, value, targets[level]);
}
