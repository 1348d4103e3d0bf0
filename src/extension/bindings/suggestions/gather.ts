import type * as vscode from 'vscode';
import type { Clue } from '../../../core/bindings/suggestions/clue.ts';
import { findProjects, type FindOptions } from '../../../core/bindings/suggestions/findProjects.ts';
import {
  missingConnections,
  rankSuggestions,
  type MissingConnection,
  type Suggestion,
} from '../../../core/bindings/suggestions/suggest.ts';
import { readClues } from './readFolder.ts';
import { repositoriesIn, type Repository } from './repositories.ts';

/** A place that can be bound: a folder of the workspace, or a repository inside one. */
export type Place =
  | { readonly kind: 'folder'; readonly name: string; readonly folder: vscode.WorkspaceFolder }
  | { readonly kind: 'repository'; readonly name: string; readonly repository: Repository };

export interface Candidate {
  readonly place: Place;
  /** The best suggestion comes first. */
  readonly suggestions: readonly Suggestion[];
  /** Platforms that the files of the place name and that have no connection. */
  readonly missing: readonly MissingConnection[];
}

/** Reads the folders and the repositories inside them, and searches the platforms for their projects. */
export async function gatherCandidates(
  folders: readonly vscode.WorkspaceFolder[],
  options: FindOptions,
): Promise<readonly Candidate[]> {
  const places = (await Promise.all(folders.map(placesOf))).flat();
  const clues = await Promise.all(
    places.map((place): Promise<readonly Clue[]> => readClues(uriOf(place), place.name, options.log)),
  );
  const found = await findProjects(clues, options);
  return places.map((place, index) => {
    const own = clues[index] ?? [];
    return {
      place,
      suggestions: rankSuggestions(own, found),
      missing: missingConnections(own, options.connections),
    };
  });
}

export function uriOf(place: Place): vscode.Uri {
  return place.kind === 'folder' ? place.folder.uri : place.repository.uri;
}

async function placesOf(folder: vscode.WorkspaceFolder): Promise<readonly Place[]> {
  const repositories = await repositoriesIn(folder);
  return [
    { kind: 'folder', name: folder.name, folder },
    ...repositories.map((repository): Place => ({ kind: 'repository', name: repository.name, repository })),
  ];
}
