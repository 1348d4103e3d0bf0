import { l10n } from 'vscode';

/** What gates are made of, by the metric's key without `new_` and without the newer editions' `software_quality_`. */
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

/** A metric as people call it, where a gate's news has its key only; one that is not known by its key. */
export function metricText(key: string): string {
  const onNewCode = key.startsWith('new_');
  const known = nameOf(key.replace(/^new_/, '').replace(/^software_quality_/, ''));
  if (known === undefined) return key.replaceAll('_', ' ');
  return onNewCode ? l10n.t('{0} on new code', known) : known;
}

/** The platform's type of a metric of which only the key is known; undefined for plain numbers. */
export function metricType(key: string): string | undefined {
  if (key.endsWith('_rating')) return 'RATING';
  return /(?:coverage|_density|_reviewed)$/.test(key) ? 'PERCENT' : undefined;
}
