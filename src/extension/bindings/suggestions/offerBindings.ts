import * as vscode from 'vscode';
import { clearSuggestion } from '../../../core/bindings/suggestions/suggest.ts';
import type { PlatformHint } from '../../../core/bindings/suggestions/bindingHint.ts';
import { showInformation } from '../../ui/messages.ts';
import type { BindingCandidate } from './gather.ts';
import {
  bindAll,
  findCandidates,
  reviewCandidates,
  type Choice,
  type SuggestOptions,
} from './suggestBindings.ts';
import { platformText } from './suggestionTexts.ts';

/**
 * Asks the only question of a workspace that the user has not requested.
 *
 * @returns True when the user has answered or closed the question, false when no question was due. While the
 *   question is open the promise stays pending, so that a later window may ask again.
 */
export async function offerBindings(options: SuggestOptions): Promise<boolean> {
  const candidates = await findCandidates(options);
  const choices = candidates.flatMap(({ place, suggestions }): Choice[] => {
    const suggestion = clearSuggestion(suggestions);
    return suggestion ? [{ place, suggestion }] : [];
  });
  const [first, ...others] = choices;
  if (first)
    await (others.length === 0
      ? offerOne(first, candidates, options)
      : offerMany(choices, candidates, options));
  else {
    const missing = candidates.flatMap((candidate) => candidate.missing)[0];
    if (!missing) return false;
    await offerConnection(missing.place, options);
  }
  return true;
}

async function offerOne(
  choice: Choice,
  candidates: readonly BindingCandidate[],
  options: SuggestOptions,
): Promise<void> {
  const { place, suggestion } = choice;
  const text = vscode.l10n.t(
    'Bind folder “{0}” to project “{1}” on {2}?',
    place.name,
    suggestion.project.name,
    suggestion.connection.connectionId,
  );
  const bind = vscode.l10n.t('Bind');
  const other = vscode.l10n.t('Choose Another…');
  const chosen = await showInformation(text, bind, other, dontAsk());
  // The question may have been open for hours.
  if (chosen === bind && isStillUnbound(choice, options)) await bindAll([choice], options);
  if (chosen === other) await reviewCandidates(candidates, options);
}

async function offerMany(
  choices: readonly Choice[],
  candidates: readonly BindingCandidate[],
  options: SuggestOptions,
): Promise<void> {
  const review = vscode.l10n.t('Review…');
  const chosen = await showInformation(
    vscode.l10n.t(
      '{0} folders match projects of your connections. Do you want to bind them?',
      choices.length,
    ),
    review,
    dontAsk(),
  );
  if (chosen === review) await reviewCandidates(candidates, options);
}

/**
 * Shows the address of the platform before anything is sent to it. The user enters the token in the wizard, which shows
 * the address again.
 */
async function offerConnection(place: PlatformHint, options: SuggestOptions): Promise<void> {
  const add = vscode.l10n.t('Add Connection');
  const chosen = await showInformation(
    vscode.l10n.t(
      'This workspace refers to a project on {0}, but there is no connection to it.',
      platformText(place),
    ),
    add,
    dontAsk(),
  );
  if (chosen !== add) return;
  const added = await vscode.commands.executeCommand('service.addConnection', place);
  if (added !== undefined) await reviewCandidates(await findCandidates(options), options);
}

function isStillUnbound({ place }: Choice, { bindings }: SuggestOptions): boolean {
  return place.kind === 'repository' || bindings.of(place.folder)?.state === 'unbound';
}

function dontAsk(): string {
  return vscode.l10n.t("Don't Ask Again");
}
