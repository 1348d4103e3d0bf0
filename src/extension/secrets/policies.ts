import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { policyFolders, policyIn, type NearestPolicy } from '../../core/secrets/nearestPolicy.ts';
import { parsePolicy, policyFile, type Policy, type PolicyDocument } from '../../core/secrets/policy.ts';
import type { Report } from '../report.ts';

/** What a folder of the workspace allows. */
export interface FolderPolicy {
  readonly policy: Policy;
  /** Where the policy stands, or would stand. */
  readonly file: vscode.Uri;
  /** A file as the policy names it. */
  readonly nameOf: (uri: vscode.Uri) => string;
}

type OwnPolicy = PolicyDocument | 'none' | 'unusable';

/** The policies of the workspace: of a file, the nearest one upwards within its folder of the workspace. */
export class Policies implements Disposable {
  readonly #scope = new DisposableStore();
  readonly #changed = this.#scope.add(new vscode.EventEmitter<void>());
  readonly #report: Report;
  /** What each folder says by itself. Emptied when any policy changes. */
  readonly #own = new Map<string, Promise<OwnPolicy>>();
  /** What is about the files of a folder. Emptied with the others. */
  readonly #known = new Map<string, Promise<FolderPolicy>>();
  readonly onDidChange = this.#changed.event;

  constructor(report: Report) {
    this.#report = report;
    const watcher = this.#scope.add(vscode.workspace.createFileSystemWatcher(`**/${policyFile}`));
    const forget = () => {
      this.#own.clear();
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
    return remembered(this.#known, folder, () => this.#find(folder, root));
  }

  async #find(from: vscode.Uri, root: vscode.Uri): Promise<FolderPolicy> {
    const parentOf = (folder: vscode.Uri) =>
      folder.path.length <= root.path.length ? undefined : vscode.Uri.joinPath(folder, '..');
    for (const folder of policyFolders(from, parentOf)) {
      const file = vscode.Uri.joinPath(folder, policyFile);
      const own = await remembered(this.#own, folder, () => this.#read(file));
      if (own !== 'none') return named(policyIn(folder, own === 'unusable' ? undefined : own));
    }
    return named(policyIn(root));
  }

  /** A policy that cannot be read or understood allows nothing, and its owner hears of it, once. */
  async #read(file: vscode.Uri): Promise<OwnPolicy> {
    try {
      const text = await readIfPresent(file);
      return text === undefined ? 'none' : parsePolicy(text, vscode.workspace.asRelativePath(file));
    } catch (error) {
      this.#report(error, 'reading what may stay');
      return 'unusable';
    }
  }

  dispose(): void {
    this.#scope.dispose();
  }
}

function named({ policy, folder }: NearestPolicy<vscode.Uri>): FolderPolicy {
  return {
    policy,
    file: vscode.Uri.joinPath(folder, policyFile),
    nameOf: (uri) => uri.path.slice(folder.path.length).replace(/^\//, ''),
  };
}

function remembered<T>(
  known: Map<string, Promise<T>>,
  folder: vscode.Uri,
  read: () => Promise<T>,
): Promise<T> {
  const key = folder.toString();
  const promise = known.get(key) ?? read();
  known.set(key, promise);
  return promise;
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
