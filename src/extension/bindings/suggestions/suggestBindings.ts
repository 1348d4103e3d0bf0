import * as vscode from 'vscode';
import { bindingValue, type Binding } from '../../../core/bindings/binding.ts';
import type { PlatformHint } from '../../../core/bindings/suggestions/collect.ts';
import { clearSuggestion, type Suggestion } from '../../../core/bindings/suggestions/suggest.ts';
import { messageOf } from '../../../core/failures.ts';
import { offerCommand, showInformation, showWarning } from '../../ui/messages.ts';
import { withProgress } from '../../ui/progress.ts';
import { pickMany } from '../../ui/quickInput/pickMany.ts';
import { choose } from '../../ui/quickInput/pickOne.ts';
import { isTrusted, type BindingServices } from '../folderBindings.ts';
import { gatherCandidates, type BindingCandidate, type UnboundFolder } from './gather.ts';
import { editJson, openJsonDocument } from '../../../node/json/jsonDocument.ts';
import { levelledSettings } from '../../host/settingTable.ts';
import { readInside, settingsFileOf, writeInside } from '../../host/folders/workspaceFile.ts';

interface SuggestionItem {
  readonly place: UnboundFolder;
  readonly suggestion: Suggestion;
}

/** Returns the candidates for all folders that are not bound, and for folders below the folders of the window. */
function findCandidates(
  { bindings, connections, apiFor, log }: BindingServices,
  signal?: AbortSignal,
): Promise<readonly BindingCandidate[]> {
  const options = { connections: connections(), apiFor, log, ...(signal && { signal }) };
  return gatherCandidates(bindings.list(), options);
}

export async function suggestBindings(services: BindingServices): Promise<void> {
  if (!(await isTrusted())) return;
  const candidates = await withProgress(vscode.l10n.t('Looking for matching projects…'), (signal) =>
    findCandidates(services, signal),
  );
  await reviewCandidates(candidates, services);
}

async function reviewCandidates(
  candidates: readonly BindingCandidate[],
  services: BindingServices,
): Promise<void> {
  const [first, ...others] = candidates.filter(({ suggestions }) => suggestions.length > 0);
  if (!first) {
    await offerSearch(services);
    return;
  }
  const choices = others.length === 0 ? await pickOne(first) : await pickSuggestions([first, ...others]);
  if (choices === 'search')
    await vscode.commands.executeCommand('service.bindFolder', { folderUri: first.place.uri.toString() });
  else if (choices) await bindAll(choices, services);
}

/** If one place cannot be written, the others are still bound. */
async function bindAll(
  choices: readonly SuggestionItem[],
  { bindings, connections, log }: BindingServices,
): Promise<void> {
  const failed: string[] = [];
  const repositories: UnboundFolder[] = [];
  for (const { place, suggestion } of choices) {
    const { connection, project } = suggestion;
    try {
      if (place.kind === 'folder') await bindings.bind(place, project.key, connection);
      else {
        await bindRepository(place, bindingValue(project.key, connection, connections()));
        repositories.push(place);
      }
    } catch (error) {
      log.error(`Binding ${place.uri.path}: ${messageOf(error)}`);
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
}: BindingCandidate): Promise<readonly SuggestionItem[] | 'search' | undefined> {
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

function pickSuggestions(
  candidates: readonly BindingCandidate[],
): Promise<readonly SuggestionItem[] | undefined> {
  return pickMany({
    title: vscode.l10n.t('Suggested Bindings'),
    placeholder: vscode.l10n.t('Select the bindings to create'),
    choices: candidates.flatMap(({ place, suggestions }) => {
      const clear = clearSuggestion(suggestions);
      const suggestion = clear ?? suggestions[0];
      if (!suggestion) return [];
      const row = rowOf(suggestion);
      const label = `${place.name} → ${row.label}`;
      return [{ ...row, label, picked: clear !== undefined, value: { place, suggestion } }];
    }),
  });
}

const searchIcon = new vscode.ThemeIcon('search');

function rowOf(suggestion: Suggestion) {
  const { project, connection } = suggestion;
  return {
    label: project.name,
    description: reasonText(suggestion),
    detail: `${project.key} · ${connection.connectionId}`,
  };
}

async function offerSearch({ bindings }: BindingServices): Promise<void> {
  const unbound = bindings.list().some(({ resolution }) => resolution.state === 'unbound');
  if (!unbound) {
    void showInformation(vscode.l10n.t('There are no unbound folders.'));
    return;
  }
  const text = vscode.l10n.t('No matching projects were found for the folders.');
  const title = vscode.l10n.t('Bind Folder');
  await offerCommand(showInformation, text, { title, command: 'service.bindFolder' });
}

/**
 * Asks the only question of a workspace that the user has not requested.
 *
 * @returns True when the user has answered or closed the question, false when no question was due. While the
 *   question is open the promise stays pending, so that a later window may ask again.
 */
export async function offerBindings(services: BindingServices): Promise<boolean> {
  const candidates = await findCandidates(services);
  const choices = candidates.flatMap(({ place, suggestions }): SuggestionItem[] => {
    const suggestion = clearSuggestion(suggestions);
    return suggestion ? [{ place, suggestion }] : [];
  });
  const [first, ...others] = choices;
  if (first)
    await (others.length === 0
      ? offerOne(first, candidates, services)
      : offerMany(choices, candidates, services));
  else {
    const missing = candidates.flatMap((candidate) => candidate.missing)[0];
    if (!missing) return false;
    await offerConnection(missing.place, services);
  }
  return true;
}

async function offerOne(
  choice: SuggestionItem,
  candidates: readonly BindingCandidate[],
  services: BindingServices,
): Promise<void> {
  const { place, suggestion } = choice;
  const text = vscode.l10n.t(
    'Bind folder “{0}” to project “{1}” on {2}? Reason: {3}.',
    place.name,
    suggestion.project.name,
    suggestion.connection.connectionId,
    reasonText(suggestion),
  );
  const bind = vscode.l10n.t('Bind');
  const other = vscode.l10n.t('Choose Another…');
  const chosen = await showInformation(text, bind, other, dontAsk());
  // The question may have been open for hours.
  if (chosen === bind && isStillUnbound(choice, services)) await bindAll([choice], services);
  if (chosen === other) await reviewCandidates(candidates, services);
}

async function offerMany(
  choices: readonly SuggestionItem[],
  candidates: readonly BindingCandidate[],
  services: BindingServices,
): Promise<void> {
  const review = vscode.l10n.t('Review…');
  const text = vscode.l10n.t(
    '{0} folders match projects of your connections. Do you want to bind them?',
    choices.length,
  );
  const chosen = await showInformation(text, review, dontAsk());
  if (chosen === review) await reviewCandidates(candidates, services);
}

/** Shows the address before anything is sent to it. The wizard, in which the user enters the token, shows it again. */
async function offerConnection(place: PlatformHint, services: BindingServices): Promise<void> {
  const add = vscode.l10n.t('Add Connection');
  const text = vscode.l10n.t(
    'This workspace refers to a project on {0}, but there is no connection to it.',
    platformText(place),
  );
  const chosen = await showInformation(text, add, dontAsk());
  if (chosen !== add) return;
  const added = await vscode.commands.executeCommand('service.addConnection', place);
  if (added !== undefined) await reviewCandidates(await findCandidates(services), services);
}

function isStillUnbound({ place }: SuggestionItem, { bindings }: BindingServices): boolean {
  if (place.kind === 'repository') return true;
  // A folder below one of the window is listed once it is bound.
  return (bindings.of(place)?.state ?? 'unbound') === 'unbound';
}

function dontAsk(): string {
  return vscode.l10n.t("Don't Ask Again");
}

function reasonText({ hint, match }: Pick<Suggestion, 'hint' | 'match'>): string {
  const path = hint.path ?? '';
  switch (hint.origin) {
    case 'sharedFile':
      return vscode.l10n.t('shared in {0}', path);
    case 'propertiesFile':
      return vscode.l10n.t('named in {0}', path);
    case 'buildFile':
      return match === 'named'
        ? vscode.l10n.t('named in {0}', path)
        : vscode.l10n.t('same name in {0}', path);
    case 'gitRemote':
      return vscode.l10n.t('repository name “{0}”', hint.text);
    case 'packageName':
      return vscode.l10n.t('package name “{0}”', hint.text);
    case 'folderName':
      return match === 'similar' ? vscode.l10n.t('similar folder name') : vscode.l10n.t('same folder name');
  }
}

/** Only the host of an address. */
function platformText(place: PlatformHint): string {
  return 'serverUrl' in place
    ? new URL(place.serverUrl).host
    : vscode.l10n.t('organization {0}', place.organizationKey);
}

/**
 * Writes the binding of a repository that is not a folder of the workspace, into its own settings: it counts as soon as
 * the repository is opened. Rejects with `malformed` if the file is not understood, and with `link` if a symbolic
 * link of the folder is in the way; the file is left as it is then.
 */
export async function bindRepository({ uri, root }: UnboundFolder, binding: Binding): Promise<void> {
  const file = settingsFileOf(uri);
  const present = await readInside(root.uri, file);
  const document = openJsonDocument(file.path, present ?? new TextEncoder().encode('{\n}\n'));
  const { text } = editJson(document, [levelledSettings.project], binding);
  await writeInside(root.uri, file, new TextEncoder().encode(text));
}

/** Adds repositories as folders of the workspace. A window with a single folder restarts its extensions then. */
function openRepositories(repositories: readonly UnboundFolder[]): void {
  const count = vscode.workspace.workspaceFolders?.length ?? 0;
  vscode.workspace.updateWorkspaceFolders(count, 0, ...repositories.map(({ uri, name }) => ({ uri, name })));
}
