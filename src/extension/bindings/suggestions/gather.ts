import * as vscode from 'vscode';
import { type BindingHint, hintPaths, collectHints } from '../../../core/bindings/suggestions/collect.ts';
import { findProjects, type FindOptions } from '../../../core/bindings/suggestions/findProjects.ts';
import {
  missingConnections,
  rankSuggestions,
  type MissingConnection,
  type Suggestion,
} from '../../../core/bindings/suggestions/suggest.ts';
import { pathBelow } from '../../host/folders/pathBelow.ts';
import { isSameFolder, type BindableFolder, bindableFolder } from '../../host/folders/bindableFolder.ts';
import type { FolderBinding } from '../folderBindings.ts';
import { Failure } from '../../../core/failures.ts';
import type { Log } from '../../../core/log.ts';
import { readInside, statInside, ifInside } from '../../host/folders/workspaceFile.ts';
import { brands } from '../../../core/brand.ts';

/** A folder that can be bound, or a repository directly below one of the window, which has settings of its own. */
export interface UnboundFolder extends BindableFolder {
  readonly kind: 'folder' | 'repository';
}

export interface BindingCandidate {
  readonly place: UnboundFolder;
  /** The best suggestion comes first. */
  readonly suggestions: readonly Suggestion[];
  /** Platforms that the files of the place name and that have no connection. */
  readonly missing: readonly MissingConnection[];
}

/** Reads unbound folders, repositories and subfolders with a binding file, and searches for their projects. */
export async function gatherCandidates(
  bindings: readonly FolderBinding[],
  options: FindOptions,
): Promise<readonly BindingCandidate[]> {
  const ofWindow = bindings.filter(({ folder }) => folder.path === '');
  const found = await Promise.all(ofWindow.map((binding) => foldersIn(binding)));
  const isListed = (place: UnboundFolder) =>
    place.path !== '' && bindings.some(({ folder }) => isSameFolder(folder, place));
  const places = found.flat().filter((place) => place.kind === 'repository' || !isListed(place));
  const hints = await Promise.all(places.map((place) => readHints(place, options.log)));
  const projects = await findProjects(hints, options);
  return places.map((place, index) => {
    const own = hints[index] ?? [];
    return {
      place,
      suggestions: rankSuggestions(own, projects),
      missing: missingConnections(own, options.connections),
    };
  });
}

async function foldersIn({ folder, resolution }: FolderBinding): Promise<readonly UnboundFolder[]> {
  const isUnbound = resolution.state === 'unbound';
  const repositories = isUnbound ? await repositoriesIn(folder.root) : [];
  const subfolders = await subfoldersIn(folder.root);
  // A repository is opened as a folder, and has its own settings.
  const isInRepository = ({ uri }: BindableFolder) =>
    repositories.some((repository) => pathBelow(repository.uri, uri) !== undefined);
  const others = subfolders.filter((subfolder) => !isInRepository(subfolder));
  return [
    ...(isUnbound ? [{ ...folder, kind: 'folder' } as const] : []),
    ...repositories,
    ...others.map((below) => ({ ...below, kind: 'folder' }) as const),
  ];
}

/** A folder with more subfolders is a home folder rather than a set of repositories to work on. */
const maxEntries = 500;

/**
 * Returns the repositories directly below a folder that is not a repository itself: users keep all repositories of a
 * team in one folder and open that folder. Repositories that are already folders of the workspace are left out. Links
 * are left out too: they may have come with the folder, and lead to folders that the user has not opened.
 */
export async function repositoriesIn(root: vscode.WorkspaceFolder): Promise<readonly UnboundFolder[]> {
  if (await isRepository(root.uri)) return [];
  const listed = (await ifInside(async () => vscode.workspace.fs.readDirectory(root.uri))) ?? [];
  const entries = listed.filter(([, type]) => type === vscode.FileType.Directory);
  const open = new Set((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()));
  const found = await Promise.all(
    entries.slice(0, maxEntries).map(async ([name]) => {
      const folder = bindableFolder(root, name);
      const isOffered = !open.has(folder.uri.toString()) && (await isRepository(folder.uri));
      return isOffered ? [{ ...folder, kind: 'repository', name } as const] : [];
    }),
  );
  return found.flat();
}

/** Whether the folder contains `.git`, which is a folder, or a file in a linked work tree. */
async function isRepository(uri: vscode.Uri): Promise<boolean> {
  const git = vscode.Uri.joinPath(uri, '.git');
  return (await ifInside(async () => vscode.workspace.fs.stat(git))) !== undefined;
}

/** In bytes. A larger file does not describe which project a folder is. */
const maxBytes = 1_000_000;

/** Returns the hints that the files of a folder give about its project. The editor reads them from any file system. */
export async function readHints(
  { kind, uri, root, path, name: shownName }: UnboundFolder,
  log: Log,
): Promise<readonly BindingHint[]> {
  const name = path === '' ? shownName : path.slice(path.lastIndexOf('/') + 1);
  // No link below the folder that the user opened is followed, and none in a repository.
  const top = kind === 'repository' ? uri : root.uri;
  const note = (problem: string) => log.info(`Suggested bindings: ${name}: ${problem}`);
  const texts = await Promise.all(
    hintPaths.map(async (file) => [file, await readText(top, vscode.Uri.joinPath(uri, file), note)] as const),
  );
  const files = new Map(texts.flatMap(([file, text]) => (text === undefined ? [] : [[file, text]])));
  const { hints, problems } = collectHints({ name, files });
  for (const problem of problems) note(problem);
  return hints;
}

/** Returns the text of a file; undefined if it does not exist, is not a file, is below a link, or is too large. */
async function readText(
  root: vscode.Uri,
  file: vscode.Uri,
  note: (problem: string) => void,
): Promise<string | undefined> {
  try {
    const stat = await statInside(root, file);
    if (stat?.type !== vscode.FileType.File || stat.size > maxBytes) return undefined;
    const bytes = await readInside(root, file);
    return bytes && new TextDecoder().decode(bytes);
  } catch (error) {
    if (Failure.is(error, 'link')) {
      note(error.message);
      return undefined;
    }
    // Most of these files do not exist. A file that cannot be read gives no hint.
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

/** Packages of a monorepo are near its top. */
const deepest = 4;
/** Folders that are read. Each costs a request where the folder is on another machine. */
const mostFolders = 1000;
/** Folders of generated files and of other people's packages. */
const skipped = new Set(['node_modules', 'vendor', 'target', 'build', 'dist', 'out']);
/** Files that name the project of their folder; those of build tools name every module of a project. */
const bindingFiles = brands.flatMap(({ files }) => [files.sharedBinding, ...files.properties]);

/**
 * Returns the folders below a folder of the window that have a file which names their project, in the order of their
 * paths. Follows no links. It does not use the editor's search, because virtual folders do not have it.
 */
async function subfoldersIn(root: vscode.WorkspaceFolder): Promise<readonly BindableFolder[]> {
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

interface FolderContent {
  readonly folder: BindableFolder;
  readonly folders: readonly BindableFolder[];
  readonly namesProject: boolean;
}

/** A folder that cannot be read is empty. */
async function readFolder(folder: BindableFolder): Promise<FolderContent> {
  const { root, uri, path } = folder;
  const entries = (await ifInside(async () => vscode.workspace.fs.readDirectory(uri))) ?? [];
  // A link has another type.
  const isFolder = ([name, type]: readonly [string, vscode.FileType]) =>
    type === vscode.FileType.Directory && !name.startsWith('.') && !skipped.has(name);
  const hasEntry = (name: string) => entries.some(([entry]) => entry === name.split('/')[0]);
  const stats = await Promise.all(
    bindingFiles
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
