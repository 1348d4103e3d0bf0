import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import {
  createPolicy,
  emptyPolicyDocument,
  parsePolicy,
  policyFile,
  type Policy,
} from '../../core/secrets/policy.ts';
import type { Report } from '../report.ts';

/** What a folder of the workspace allows. */
export interface FolderPolicy {
  readonly policy: Policy;
  /** Where the policy stands, or would stand. */
  readonly file: vscode.Uri;
  /** A file as the policy names it. */
  readonly nameOf: (uri: vscode.Uri) => string;
}

/** The policies of the workspace: of a file, the nearest one upwards within its folder of the workspace. */
export class Policies implements Disposable {
  readonly #scope = new DisposableStore();
  readonly #changed = this.#scope.add(new vscode.EventEmitter<void>());
  readonly #report: Report;
  /** By folder. Emptied when any policy changes. */
  readonly #known = new Map<string, Promise<FolderPolicy>>();
  readonly onDidChange = this.#changed.event;

  constructor(report: Report) {
    this.#report = report;
    const watcher = this.#scope.add(vscode.workspace.createFileSystemWatcher(`**/${policyFile}`));
    const forget = () => {
      this.#known.clear();
      this.#changed.fire();
    };
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
      this.#scope.add(event(forget));
    this.#scope.add(vscode.workspace.onDidChangeWorkspaceFolders(forget));
  }

  /** Undefined for a text that belongs to no folder of the workspace. */
  async of(uri: vscode.Uri): Promise<FolderPolicy | undefined> {
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    return root && this.#inFolder(vscode.Uri.joinPath(uri, '..'), root);
  }

  #inFolder(folder: vscode.Uri, root: vscode.Uri): Promise<FolderPolicy> {
    const key = folder.toString();
    const known = this.#known.get(key) ?? this.#read(folder, root);
    this.#known.set(key, known);
    return known;
  }

  async #read(folder: vscode.Uri, root: vscode.Uri): Promise<FolderPolicy> {
    const file = vscode.Uri.joinPath(folder, policyFile);
    const text = await readIfPresent(file);
    if (text !== undefined || folder.path.length <= root.path.length)
      return {
        policy: createPolicy(text === undefined ? emptyPolicyDocument : this.#parse(text, file)),
        file,
        nameOf: (uri) => uri.path.slice(folder.path.length).replace(/^\//, ''),
      };
    return this.#inFolder(vscode.Uri.joinPath(folder, '..'), root);
  }

  /** A policy that cannot be used allows nothing, and its owner hears of it. */
  #parse(text: string, file: vscode.Uri): ReturnType<typeof parsePolicy> {
    try {
      return parsePolicy(text, vscode.workspace.asRelativePath(file));
    } catch (error) {
      this.#report(error, 'reading what may stay');
      return emptyPolicyDocument;
    }
  }

  dispose(): void {
    this.#scope.dispose();
  }
}

/** The text of a file of the workspace; undefined where there is none. */
export async function readIfPresent(file: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
