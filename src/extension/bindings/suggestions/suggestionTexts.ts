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
      return match === 'named' ? l10n.t('named in {0}', path) : l10n.t('called so in {0}', path);
    case 'gitRemote':
      return l10n.t('its repository is called {0}', clue.text);
    case 'packageName':
      return l10n.t('its package is called {0}', clue.text);
    case 'folderName':
      return match === 'similar' ? l10n.t('its folder is called alike') : l10n.t('its folder is called so');
  }
}

/**
 * Returns the platform or organization that a clue names, as text for the user. It shows only the host of an address.
 */
export function formatLogPosition(place: PlaceHint): string {
  return 'serverUrl' in place
    ? new URL(place.serverUrl).host
    : l10n.t('the organization {0}', place.organizationKey);
}
