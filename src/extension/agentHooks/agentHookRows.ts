import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Report } from '../host/report.ts';
import type { AgentHookNode } from '../tree/agentHookNodes.ts';
import { isAgentHookTask } from './agentHookTask.ts';
import { isHere, isOnMachine, type InstalledExtension } from './installCli.ts';
import { readAgentHooks } from './readAgentHooks.ts';

/** `changed` is called when the rows may have become outdated. */
interface AgentHookRowsOptions {
  readonly extension: InstalledExtension;
  readonly changed: () => void;
  readonly report: Report;
}

/**
 * The rows that show the agent hooks of each folder.
 *
 * The hooks of a folder are read when the tree asks for the rows. From then on their files are watched. Tasks that
 * install or remove hooks are watched from the start.
 */
export class AgentHookRows implements Disposable {
  readonly #options: AgentHookRowsOptions;
  readonly #scope = new DisposableStore();
  readonly #watchers = new Map<string, DisposableStore>();

  constructor(options: AgentHookRowsOptions) {
    this.#options = options;
    this.#scope.add(
      vscode.tasks.onDidEndTask(({ execution }) => {
        if (isAgentHookTask(execution.task)) options.changed();
      }),
    );
    this.#scope.add(
      vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
        for (const { uri } of removed) this.#unwatch(uri);
        options.changed();
      }),
    );
  }

  /** Reads one folder after the other, because each read starts a process. */
  async list(): Promise<readonly AgentHookNode[]> {
    const rows: AgentHookNode[] = [];
    for (const folder of vscode.workspace.workspaceFolders ?? []) rows.push(await this.#row(folder));
    return rows;
  }

  async #row(folder: vscode.WorkspaceFolder): Promise<AgentHookNode> {
    const folderUri = folder.uri.toString();
    const node = { kind: 'guard', id: `guard/${folderUri}`, folderUri, name: folder.name } as const;
    if (!isHere(folder))
      return { ...node, state: isOnMachine(folder) ? 'elsewhere' : 'nowhere', problems: [] };
    // The folder may have been removed from the window since the list began.
    if (vscode.workspace.getWorkspaceFolder(folder.uri))
      this.#watch(folder.uri, '.cursor/{hooks.json,hooks/*,rules/*}');
    try {
      const { state, problems, handlerFolder } = await readAgentHooks(this.#options.extension, folder);
      this.#watch(vscode.Uri.file(handlerFolder), '*');
      return { ...node, state, problems };
    } catch (error) {
      this.#options.report(error, `reading the guards of ${folder.name}`);
      return { ...node, state: 'unknown', problems: [] };
    }
  }

  #watch(base: vscode.Uri, pattern: string): void {
    const key = base.toString();
    if (this.#watchers.has(key) || this.#scope.isDisposed) return;
    const { changed } = this.#options;
    const own = new DisposableStore();
    this.#watchers.set(key, own);
    const watcher = own.add(
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(base, pattern)),
    );
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      own.add(event(changed));
  }

  #unwatch(base: vscode.Uri): void {
    this.#watchers.get(base.toString())?.dispose();
    this.#watchers.delete(base.toString());
  }

  dispose(): void {
    this.#scope.dispose();
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#watchers.clear();
  }
}
