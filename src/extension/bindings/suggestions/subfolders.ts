import * as vscode from 'vscode';
import { brands } from '../../../core/brand.ts';
import { ifInside, statInside } from '../../host/workspaceFile.ts';
import { bindableFolder, type BindableFolder } from '../../host/bindableFolder.ts';

/** Packages of a monorepo are near its top. */
const deepest = 4;
/** Folders that are read. Each costs a request where the folder is on another machine. */
const mostFolders = 1000;
/** Folders of generated files and of other people's packages. */
const skipped = new Set(['node_modules', 'vendor', 'target', 'build', 'dist', 'out']);
/** Files that name the project of their folder; those of build tools name every module of a project. */
const names = brands.flatMap(({ files }) => [files.sharedBinding, ...files.properties]);

/**
 * Returns the folders below a folder of the window that have a file which names their project, in the order of their
 * paths. Reads the folders through the editor and follows no links. It does not use the editor's search, which virtual
 * folders do not have.
 */
export async function subfoldersIn(root: vscode.WorkspaceFolder): Promise<readonly BindableFolder[]> {
  const found: BindableFolder[] = [];
  let level = (await readFolder(bindableFolder(root))).folders;
  let left = mostFolders;
  for (let depth = 1; depth <= deepest && level.length > 0; depth++) {
    const contents = await Promise.all(level.slice(0, left).map(readFolder));
    left -= contents.length;
    found.push(...contents.flatMap(({ folder, namesProject }) => (namesProject ? [folder] : [])));
    level = contents.flatMap(({ folders }) => folders);
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

interface Content {
  readonly folder: BindableFolder;
  readonly folders: readonly BindableFolder[];
  readonly namesProject: boolean;
}

/** Reads a folder. One that cannot be read is empty. */
async function readFolder(folder: BindableFolder): Promise<Content> {
  const { root, uri, path } = folder;
  const entries = (await ifInside(async () => vscode.workspace.fs.readDirectory(uri))) ?? [];
  // A link has another type.
  const isFolder = ([name, type]: readonly [string, vscode.FileType]) =>
    type === vscode.FileType.Directory && !name.startsWith('.') && !skipped.has(name);
  const hasEntry = (name: string) => entries.some(([entry]) => entry === name.split('/')[0]);
  const stats = await Promise.all(
    names
      .filter(hasEntry)
      .map((name) => ifInside(() => statInside(root.uri, vscode.Uri.joinPath(uri, name)))),
  );
  return {
    folder,
    folders: entries
      .filter(isFolder)
      .map(([name]) => bindableFolder(root, path === '' ? name : `${path}/${name}`)),
    namesProject: stats.some((stat) => stat?.type === vscode.FileType.File),
  };
}
