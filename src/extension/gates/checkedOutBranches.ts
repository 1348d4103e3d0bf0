import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { messageOf } from '../../core/failures.ts';
import { findHead } from '../../core/git/gitHead.ts';
import type { Log } from '../../core/log.ts';

/** What is checked out in one folder, and the watch over it. */
interface Checkout {
  branch: string | undefined;
  /** Folder of its head; undefined outside of repositories. */
  head: string | undefined;
  watcher: Disposable | undefined;
}

/** The branches that are checked out in the window's folders, as they are now. Reads through the editor: folders may be remote. */
export class CheckedOutBranches implements Disposable {
  readonly #log: Log;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  readonly #checkouts = new Map<string, Checkout>();
  #looking: Promise<void> = Promise.resolve();

  constructor(log: Log) {
    this.#log = log;
    this.#changed = this.#scope.add(
      new Emitter((error) => {
        log.error(`Listener of the branches: ${messageOf(error)}`);
      }),
    );
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Undefined outside of repositories, on a detached head, and before the first look. */
  of(folder: vscode.WorkspaceFolder): string | undefined {
    return this.#checkouts.get(folder.uri.toString())?.branch;
  }

  /** Resolves after the first look at all folders. */
  async start(): Promise<void> {
    const look = () => void this.#look();
    this.#scope.add(vscode.workspace.onDidChangeWorkspaceFolders(look));
    // A repository may have been made, or a worktree moved, where nothing is watched.
    this.#scope.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) look();
      }),
    );
    await this.#look();
  }

  dispose(): void {
    this.#scope.dispose();
    for (const { watcher } of this.#checkouts.values()) watcher?.dispose();
    this.#checkouts.clear();
  }

  /** One look after the other: the last to end is the last to have begun. */
  #look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#lookAtAll());
    return this.#looking;
  }

  async #lookAtAll(): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const uris = new Set(folders.map(({ uri }) => uri.toString()));
    for (const [uri, { watcher }] of this.#checkouts) {
      if (uris.has(uri)) continue;
      watcher?.dispose();
      this.#checkouts.delete(uri);
    }
    const changes = await Promise.all(folders.map(({ uri }) => this.#lookAt(uri)));
    if (changes.includes(true) && !this.#scope.isDisposed) this.#changed.fire();
  }

  /** Whether another branch is checked out than before. */
  async #lookAt(uri: vscode.Uri): Promise<boolean> {
    const head = await findHead(uri.path, { readText: (path) => this.#readText(uri, path) });
    if (this.#scope.isDisposed) return false;
    const known = this.#checkouts.get(uri.toString());
    const checkout = known ?? { branch: undefined, head: undefined, watcher: undefined };
    this.#checkouts.set(uri.toString(), checkout);
    if (checkout.head !== head?.folder) {
      checkout.watcher?.dispose();
      checkout.head = head?.folder;
      checkout.watcher = head && this.#watch(uriAt(uri, head.folder));
    }
    const isOther = checkout.branch !== head?.branch;
    checkout.branch = head?.branch;
    return isOther;
  }

  #watch(folder: vscode.Uri): Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, 'HEAD'));
    const look = () => void this.#look();
    watcher.onDidCreate(look);
    watcher.onDidChange(look);
    watcher.onDidDelete(look);
    return watcher;
  }

  async #readText(folder: vscode.Uri, path: string): Promise<string | undefined> {
    try {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(uriAt(folder, path)));
    } catch (error) {
      // As a rule there is none. What cannot be read for another reason leaves the main branch, which is never wrong.
      if (!(error instanceof vscode.FileSystemError) || error.code !== 'FileNotFound')
        this.#log.debug(`Looking for a branch: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** Links of git name a drive (`C:/…`) without the slash that paths of URIs begin with. */
function uriAt(folder: vscode.Uri, path: string): vscode.Uri {
  return folder.with({ path: path.startsWith('/') ? path : `/${path}` });
}
