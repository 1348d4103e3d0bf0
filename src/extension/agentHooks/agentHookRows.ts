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
  readonly #watched = new Set<string>();

  constructor(options: AgentHookRowsOptions) {
    this.#options = options;
    this.#scope.add(
      vscode.tasks.onDidEndTask(({ execution }) => {
        if (isAgentHookTask(execution.task)) options.changed();
      }),
    );
    this.#scope.add(vscode.workspace.onDidChangeWorkspaceFolders(options.changed));
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
    if (this.#watched.has(base.toString()) || this.#scope.isDisposed) return;
    this.#watched.add(base.toString());
    const { changed } = this.#options;
    const watcher = this.#scope.add(
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(base, pattern)),
    );
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.#scope.add(event(changed));
  }

  dispose(): void {
    this.#scope.dispose();
  }
}
