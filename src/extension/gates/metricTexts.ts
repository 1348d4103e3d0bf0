import { l10n } from 'vscode';

/**
 * Returns the name of a metric that gates use, or undefined. The key comes without `new_` and without the
 * `software_quality_` of newer editions.
 */
function nameOf(key: string): string | undefined {
  switch (key) {
    case 'violations':
      return l10n.t('Issues');
    case 'bugs':
      return l10n.t('Bugs');
    case 'vulnerabilities':
      return l10n.t('Vulnerabilities');
    case 'code_smells':
      return l10n.t('Code smells');
    case 'coverage':
      return l10n.t('Coverage');
    case 'duplicated_lines_density':
      return l10n.t('Duplicated lines');
    case 'security_hotspots_reviewed':
      return l10n.t('Security hotspots reviewed');
    case 'reliability_rating':
      return l10n.t('Reliability rating');
    case 'security_rating':
      return l10n.t('Security rating');
    case 'maintainability_rating':
    case 'sqale_rating':
      return l10n.t('Maintainability rating');
    case 'security_review_rating':
      return l10n.t('Security review rating');
    default:
      return undefined;
  }
}

/**
 * Returns the name of a metric for a notification, which has only its key. An unknown metric gets its key with spaces.
 */
export function metricText(key: string): string {
  const onNewCode = key.startsWith('new_');
  const known = nameOf(key.replace(/^new_/, '').replace(/^software_quality_/, ''));
  if (known === undefined) return key.replaceAll('_', ' ');
  return onNewCode ? l10n.t('{0} on new code', known) : known;
}

/** Returns the platform's type of a metric of which only the key is known; undefined for plain numbers. */
export function metricType(key: string): string | undefined {
  if (key.endsWith('_rating')) return 'RATING';
  return /(?:coverage|_density|_reviewed)$/.test(key) ? 'PERCENT' : undefined;
}
