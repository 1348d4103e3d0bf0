import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { messageOf } from '../../core/failures.ts';
import { findHead } from '../../core/git/gitHead.ts';
import { errorsTo, type Log } from '../../core/log.ts';
import { WorkQueue } from '../../core/workQueue.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { BindableFolder } from '../host/folders/bindableFolder.ts';

interface Checkout {
  readonly branch: string | undefined;
  /** The folder of the HEAD file; undefined outside of repositories. */
  readonly head: string | undefined;
  readonly watcher: Disposable | undefined;
}

/** Reads through the editor, because folders may be remote. */
export class CheckedOutBranches implements Disposable {
  readonly #bindings: FolderBindings;
  readonly #log: Log;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  readonly #checkouts = new Map<string, Checkout>();
  readonly #reads = new WorkQueue();

  constructor(bindings: FolderBindings, log: Log) {
    this.#bindings = bindings;
    this.#log = log;
    this.#changed = this.#scope.add(new Emitter(errorsTo(log, 'Listener of the branches')));
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Returns undefined outside of repositories, on a detached head, and before the folder has been read. */
  of({ uri, root }: BindableFolder): string | undefined {
    return (this.#checkouts.get(uri.toString()) ?? this.#checkouts.get(root.uri.toString()))?.branch;
  }

  /** Resolves when all folders have been read once. */
  async start(): Promise<void> {
    const refresh = () => void this.#refresh();
    this.#scope.add(this.#bindings.onDidChange(refresh));
    // No watcher notices a repository that is created or a worktree that is moved.
    this.#scope.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) refresh();
      }),
    );
    await this.#refresh();
  }

  dispose(): void {
    this.#scope.dispose();
    for (const { watcher } of this.#checkouts.values()) watcher?.dispose();
    this.#checkouts.clear();
  }

  /** Reads all folders, one run after the other, so that the run that started last also ends last. */
  #refresh(): Promise<void> {
    return this.#reads.run(() => this.#readAll());
  }

  async #readAll(): Promise<void> {
    const folders = this.#bindings.list().map(({ folder }) => folder);
    const uris = new Set(folders.map(({ uri }) => uri.toString()));
    for (const [uri, { watcher }] of this.#checkouts) {
      if (uris.has(uri)) continue;
      watcher?.dispose();
      this.#checkouts.delete(uri);
    }
    const changes = await Promise.all(folders.map(({ uri }) => this.#readBranch(uri)));
    if (changes.includes(true) && !this.#scope.isDisposed) this.#changed.fire();
  }

  /** Returns whether the branch is another one than before. */
  async #readBranch(uri: vscode.Uri): Promise<boolean> {
    const head = await findHead(uri.path, { readText: (path) => this.#readText(uri, path) });
    if (this.#scope.isDisposed) return false;
    const known = this.#checkouts.get(uri.toString());
    let watcher = known?.watcher;
    if (known?.head !== head?.folder) {
      watcher?.dispose();
      watcher = head && this.#watch(uriAt(uri, head.folder));
    }
    this.#checkouts.set(uri.toString(), { branch: head?.branch, head: head?.folder, watcher });
    return known?.branch !== head?.branch;
  }

  #watch(folder: vscode.Uri): Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, 'HEAD'));
    const refresh = () => void this.#refresh();
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) event(refresh);
    return watcher;
  }

  async #readText(folder: vscode.Uri, path: string): Promise<string | undefined> {
    try {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(uriAt(folder, path)));
    } catch (error) {
      // Usually the file does not exist. After any other error the gate of the main branch is shown, which is never
      // wrong.
      if (!(error instanceof vscode.FileSystemError) || error.code !== 'FileNotFound')
        this.#log.debug(`Reading a branch: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** Links of git name a drive (`C:/…`) without the slash that the paths of URIs begin with. */
function uriAt(folder: vscode.Uri, path: string): vscode.Uri {
  return folder.with({ path: path.startsWith('/') ? path : `/${path}` });
}
