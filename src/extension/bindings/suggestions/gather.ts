import type * as vscode from 'vscode';
import type { BindingHint } from '../../../core/bindings/suggestions/bindingHint.ts';
import { findProjects, type FindOptions } from '../../../core/bindings/suggestions/findProjects.ts';
import {
  missingConnections,
  rankSuggestions,
  type MissingConnection,
  type Suggestion,
} from '../../../core/bindings/suggestions/suggest.ts';
import { readHints } from './readFolder.ts';
import { repositoriesIn, type Repository } from './repositories.ts';

/** A place that can be bound: a folder of the workspace, or a repository inside one. */
export type UnboundFolder =
  | { readonly kind: 'folder'; readonly name: string; readonly folder: vscode.WorkspaceFolder }
  | { readonly kind: 'repository'; readonly name: string; readonly repository: Repository };

export interface BindingCandidate {
  readonly place: UnboundFolder;
  /** The best suggestion comes first. */
  readonly suggestions: readonly Suggestion[];
  /** Platforms that the files of the place name and that have no connection. */
  readonly missing: readonly MissingConnection[];
}

/** Reads the folders and the repositories inside them, and searches the platforms for their projects. */
export async function gatherCandidates(
  folders: readonly vscode.WorkspaceFolder[],
  options: FindOptions,
): Promise<readonly BindingCandidate[]> {
  const places = (await Promise.all(folders.map(foldersIn))).flat();
  const hints = await Promise.all(
    places.map((place): Promise<readonly BindingHint[]> => readHints(uriOf(place), place.name, options.log)),
  );
  const found = await findProjects(hints, options);
  return places.map((place, index) => {
    const own = hints[index] ?? [];
    return {
      place,
      suggestions: rankSuggestions(own, found),
      missing: missingConnections(own, options.connections),
    };
  });
}

export function uriOf(place: UnboundFolder): vscode.Uri {
  return place.kind === 'folder' ? place.folder.uri : place.repository.uri;
}

async function foldersIn(folder: vscode.WorkspaceFolder): Promise<readonly UnboundFolder[]> {
  const repositories = await repositoriesIn(folder);
  return [
    { kind: 'folder', name: folder.name, folder },
    ...repositories.map((repository): UnboundFolder => ({
      kind: 'repository',
      name: repository.name,
      repository,
    })),
  ];
}
