import { l10n } from 'vscode';
import type { PlatformHint } from '../../../core/bindings/suggestions/bindingHint.ts';
import type { Suggestion } from '../../../core/bindings/suggestions/suggest.ts';

/** Returns the reason why a project is suggested. */
export function reasonText({ hint, match }: Pick<Suggestion, 'hint' | 'match'>): string {
  const path = hint.path ?? '';
  switch (hint.origin) {
    case 'sharedFile':
      return l10n.t('shared in {0}', path);
    case 'propertiesFile':
      return l10n.t('named in {0}', path);
    case 'buildFile':
      return match === 'named' ? l10n.t('named in {0}', path) : l10n.t('same name in {0}', path);
    case 'gitRemote':
      return l10n.t('repository name “{0}”', hint.text);
    case 'packageName':
      return l10n.t('package name “{0}”', hint.text);
    case 'folderName':
      return match === 'similar' ? l10n.t('similar folder name') : l10n.t('same folder name');
  }
}

/**
 * Returns the platform or organization that a hint names, as text for the user. It shows only the host of an address.
 */
export function platformText(place: PlatformHint): string {
  return 'serverUrl' in place
    ? new URL(place.serverUrl).host
    : l10n.t('organization {0}', place.organizationKey);
}
