import type * as vscode from 'vscode';
import type { BindingHint } from '../../../core/bindings/suggestions/bindingHint.ts';
import { findProjects, type FindOptions } from '../../../core/bindings/suggestions/findProjects.ts';
import {
  missingConnections,
  rankSuggestions,
  type MissingConnection,
  type Suggestion,
} from '../../../core/bindings/suggestions/suggest.ts';
import { pathBelow } from '../../host/pathBelow.ts';
import { isSameFolder, type BindableFolder } from '../../host/bindableFolder.ts';
import type { FolderBinding } from '../folderBindings.ts';
import { readHints } from './readFolder.ts';
import { subfoldersIn } from './subfolders.ts';
import { repositoriesIn, type Repository } from './repositories.ts';

/** A place that can be bound: a folder of the workspace, one below it, or a repository inside one. */
export type UnboundFolder =
  | { readonly kind: 'folder'; readonly name: string; readonly folder: BindableFolder }
  | { readonly kind: 'repository'; readonly name: string; readonly repository: Repository };

export interface BindingCandidate {
  readonly place: UnboundFolder;
  /** The best suggestion comes first. */
  readonly suggestions: readonly Suggestion[];
  /** Platforms that the files of the place name and that have no connection. */
  readonly missing: readonly MissingConnection[];
}

/**
 * Reads the folders that are not bound, the repositories and the subfolders with a binding file inside them, and searches
 * the platforms for their projects.
 *
 * @param bindings those of all folders of the window
 */
export async function gatherCandidates(
  bindings: readonly FolderBinding[],
  options: FindOptions,
): Promise<readonly BindingCandidate[]> {
  const ofWindow = bindings.filter(({ folder }) => folder.path === '');
  const found = await Promise.all(ofWindow.map((binding) => foldersIn(binding)));
  const isListed = ({ folder }: { readonly folder: BindableFolder }) =>
    folder.path !== '' && bindings.some((binding) => isSameFolder(binding.folder, folder));
  const places = found.flat().filter((place) => place.kind !== 'folder' || !isListed(place));
  const hints = await Promise.all(
    places.map((place): Promise<readonly BindingHint[]> => readHints(folderOf(place), options.log)),
  );
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

export function uriOf(place: UnboundFolder): vscode.Uri {
  return place.kind === 'folder' ? place.folder.uri : place.repository.uri;
}

/** Returns what the hints of a place are read from. */
function folderOf(place: UnboundFolder) {
  if (place.kind === 'repository') return { ...place.repository, root: place.repository.uri };
  const { uri, root, path, name } = place.folder;
  return { uri, root: root.uri, name: path === '' ? name : path.slice(path.lastIndexOf('/') + 1) };
}

async function foldersIn({ folder, resolution }: FolderBinding): Promise<readonly UnboundFolder[]> {
  const isUnbound = resolution.state === 'unbound';
  const repositories = isUnbound ? await repositoriesIn(folder.root) : [];
  const subfolders = await subfoldersIn(folder.root);
  const isInRepository = ({ uri }: BindableFolder) =>
    repositories.some((repository) => pathBelow(repository.uri, uri) !== undefined);
  return [
    ...(isUnbound ? [{ kind: 'folder', name: folder.name, folder } as const] : []),
    ...repositories.map((repository): UnboundFolder => ({
      kind: 'repository',
      name: repository.name,
      repository,
    })),
    // A repository is opened as a folder, and has its own settings.
    ...subfolders
      .filter((subfolder) => !isInRepository(subfolder))
      .map((subfolder): UnboundFolder => ({ kind: 'folder', name: subfolder.name, folder: subfolder })),
  ];
}
