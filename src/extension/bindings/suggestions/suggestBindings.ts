import * as vscode from 'vscode';
import { bindingValue } from '../../../core/bindings/binding.ts';
import { clearSuggestion, type Suggestion } from '../../../core/bindings/suggestions/suggest.ts';
import { messageOf } from '../../../core/failures.ts';
import type { PlatformAccess } from '../../../core/connections/access.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import type { Log } from '../../../core/log.ts';
import type { ProjectNames } from '../../connections/projectNames.ts';
import { showInformation, showWarning } from '../../ui/messages.ts';
import { withProgress } from '../../ui/progress.ts';
import { pickMany } from '../../ui/quickInput/pickMany.ts';
import { choose } from '../../ui/quickInput/pickOne.ts';
import type { FolderBindings } from '../folderBindings.ts';
import { bindRepository, openRepositories } from './bindRepository.ts';
import { gatherCandidates, uriOf, type BindingCandidate, type UnboundFolder } from './gather.ts';
import type { Repository } from './repositories.ts';
import { reasonText } from './suggestionTexts.ts';

export interface SuggestOptions {
  readonly connections: () => readonly Connection[];
  readonly access: Pick<PlatformAccess, 'apiFor'>;
  readonly bindings: FolderBindings;
  readonly names: ProjectNames;
  readonly log: Log;
}

/** A decision of the user: the place belongs to the suggested project. */
export interface Choice {
  readonly place: UnboundFolder;
  readonly suggestion: Suggestion;
}

/** Returns the candidates for all folders that are not bound. */
export function findCandidates(
  options: SuggestOptions,
  signal?: AbortSignal,
): Promise<readonly BindingCandidate[]> {
  const { bindings, connections, access, log } = options;
  const unbound = bindings.list().filter(({ resolution }) => resolution.state === 'unbound');
  return gatherCandidates(
    unbound.map(({ folder }) => folder),
    {
      connections: connections(),
      apiFor: (connection) => access.apiFor(connection),
      log,
      ...(signal && { signal }),
    },
  );
}

/** Runs the command: searches, asks the user, and binds. */
export async function suggestBindings(options: SuggestOptions): Promise<void> {
  const candidates = await withProgress(vscode.l10n.t('Looking for matching projects…'), (signal) =>
    findCandidates(options, signal),
  );
  await reviewCandidates(candidates, options);
}

/** Shows the candidates, and binds those that the user picks. */
export async function reviewCandidates(
  candidates: readonly BindingCandidate[],
  options: SuggestOptions,
): Promise<void> {
  const [first, ...others] = candidates.filter(({ suggestions }) => suggestions.length > 0);
  if (!first) {
    await offerSearch(options);
    return;
  }
  const choices = others.length === 0 ? await pickOne(first) : await pickSuggestions([first, ...others]);
  if (choices === 'search') await searchFor(first.place);
  else if (choices) await bindAll(choices, options);
}

/** Binds every place of the choices. A place that cannot be written does not keep the others from being bound. */
export async function bindAll(
  choices: readonly Choice[],
  { bindings, connections, names, log }: SuggestOptions,
): Promise<void> {
  const failed: string[] = [];
  const repositories: Repository[] = [];
  for (const { place, suggestion } of choices) {
    const { connection, project } = suggestion;
    try {
      names.learn(connection.uuid, project.key, project.name);
      if (place.kind === 'folder') await bindings.bind(place.folder, project.key, connection);
      else {
        await bindRepository(place.repository, bindingValue(project.key, connection, connections()));
        repositories.push(place.repository);
      }
    } catch (error) {
      log.error(`Binding ${uriOf(place).path}: ${messageOf(error)}`);
      failed.push(place.name);
    }
  }
  if (failed.length > 0)
    void showWarning(
      vscode.l10n.t('These folders could not be bound: {0}. See the log for details.', failed.join(', ')),
    );
  if (repositories.length > 0) openRepositories(repositories);
}

async function pickOne({
  place,
  suggestions,
}: BindingCandidate): Promise<readonly Choice[] | 'search' | undefined> {
  const picked = await choose<Suggestion | 'search'>({
    title: vscode.l10n.t('Suggested Projects for {0}', place.name),
    placeholder: vscode.l10n.t('Select a project'),
    choices: [
      ...suggestions.map((suggestion) => ({ ...rowOf(suggestion), value: suggestion })),
      ...(place.kind === 'folder'
        ? [{ label: vscode.l10n.t('Search all projects…'), iconPath: searchIcon, value: 'search' as const }]
        : []),
    ],
  });
  return picked === 'search' || picked === undefined ? picked : [{ place, suggestion: picked }];
}

async function pickSuggestions(
  candidates: readonly BindingCandidate[],
): Promise<readonly Choice[] | undefined> {
  return pickMany({
    title: vscode.l10n.t('Suggested Bindings'),
    placeholder: vscode.l10n.t('Select the bindings to create'),
    choices: candidates.flatMap(({ place, suggestions }) => {
      const clear = clearSuggestion(suggestions);
      const [best] = suggestions;
      if (!best) return [];
      const { label, description, detail } = rowOf(clear ?? best);
      return [
        {
          label: `${place.name} → ${label}`,
          description,
          detail,
          picked: clear !== undefined,
          value: { place, suggestion: clear ?? best },
        },
      ];
    }),
  });
}

const searchIcon = new vscode.ThemeIcon('search');

function rowOf(suggestion: Suggestion): { label: string; description: string; detail: string } {
  const { project, connection } = suggestion;
  return {
    label: project.name,
    description: reasonText(suggestion),
    detail: `${project.key} · ${connection.connectionId}`,
  };
}

async function searchFor(place: UnboundFolder): Promise<void> {
  await vscode.commands.executeCommand('service.bindFolder', { folderUri: uriOf(place).toString() });
}

/** Tells the user that nothing was found, and offers to bind a folder by a search. */
async function offerSearch({ bindings }: SuggestOptions): Promise<void> {
  const unbound = bindings.list().some(({ resolution }) => resolution.state === 'unbound');
  if (!unbound) {
    void showInformation(vscode.l10n.t('All folders are already bound.'));
    return;
  }
  const search = vscode.l10n.t('Bind Folder');
  const text = vscode.l10n.t('No matching projects were found for the folders.');
  const chosen = await showInformation(text, search);
  if (chosen === search) await vscode.commands.executeCommand('service.bindFolder');
}
