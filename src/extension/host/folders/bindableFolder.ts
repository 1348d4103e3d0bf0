import * as vscode from 'vscode';
import { pathBelow } from './pathBelow.ts';

/** A folder that can be bound: a folder of the window, or one below it, such as a package of a monorepo. */
export interface BindableFolder {
  readonly uri: vscode.Uri;
  /** For people: the name of the folder of the window, and the path below it. */
  readonly name: string;
  /** The folder of the window, which the user opened. No link below it is followed. */
  readonly root: vscode.WorkspaceFolder;
  /** Path below `root`, with slashes; empty for the folder of the window itself. */
  readonly path: string;
}

/** @param path stays below the folder */
export function bindableFolder(root: vscode.WorkspaceFolder, path = ''): BindableFolder {
  return path === ''
    ? { uri: root.uri, name: root.name, root, path }
    : { uri: vscode.Uri.joinPath(root.uri, path), name: `${root.name}/${path}`, root, path };
}

/** Returns the folder at an address; undefined outside of the folders of the window. */
export function bindableAt(uri: vscode.Uri): BindableFolder | undefined {
  const root = vscode.workspace.getWorkspaceFolder(uri);
  const path = root && pathBelow(root.uri, uri);
  return root && path !== undefined ? bindableFolder(root, path) : undefined;
}

/** Returns the item with the innermost folder that contains the file, and the path below it; undefined if none does. */
export function innermost<T extends { readonly folder: Pick<BindableFolder, 'uri'> }>(
  items: readonly T[],
  file: vscode.Uri,
) {
  let found: { readonly item: T; readonly path: string } | undefined;
  for (const item of items) {
    const { uri } = item.folder;
    const path = pathBelow(uri, file);
    if (path !== undefined && (!found || found.item.folder.uri.path.length < uri.path.length))
      found = { item, path };
  }
  return found;
}

/** Folders of one path on two machines differ. */
export function isSameFolder(one: Pick<BindableFolder, 'uri'>, other: Pick<BindableFolder, 'uri'>): boolean {
  return one.uri.toString() === other.uri.toString();
}
