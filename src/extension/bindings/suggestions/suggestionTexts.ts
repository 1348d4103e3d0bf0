import { l10n } from 'vscode';
import type { PlaceHint } from '../../../core/bindings/suggestions/clue.ts';
import type { Suggestion } from '../../../core/bindings/suggestions/suggest.ts';

/** Returns the reason why a project is suggested. */
export function reasonText({ clue, match }: Pick<Suggestion, 'clue' | 'match'>): string {
  const path = clue.path ?? '';
  switch (clue.origin) {
    case 'sharedFile':
      return l10n.t('shared in {0}', path);
    case 'propertiesFile':
      return l10n.t('named in {0}', path);
    case 'buildFile':
      return match === 'named' ? l10n.t('named in {0}', path) : l10n.t('same name in {0}', path);
    case 'gitRemote':
      return l10n.t('repository name “{0}”', clue.text);
    case 'packageName':
      return l10n.t('package name “{0}”', clue.text);
    case 'folderName':
      return match === 'similar' ? l10n.t('similar folder name') : l10n.t('same folder name');
  }
}

/**
 * Returns the platform or organization that a clue names, as text for the user. It shows only the host of an address.
 */
export function platformText(place: PlaceHint): string {
  return 'serverUrl' in place
    ? new URL(place.serverUrl).host
    : l10n.t('organization {0}', place.organizationKey);
}
