import { l10n } from 'vscode';
import { baseMetric } from '../../core/gate/measures.ts';

/** Names by the keys of metrics, which have no `new_` here, and no `software_quality_` as in newer editions. */
const names: ReadonlyMap<string, () => string> = new Map([
  ['violations', () => l10n.t('Issues')],
  ['bugs', () => l10n.t('Bugs')],
  ['vulnerabilities', () => l10n.t('Vulnerabilities')],
  ['code_smells', () => l10n.t('Code smells')],
  ['coverage', () => l10n.t('Coverage')],
  ['duplicated_lines_density', () => l10n.t('Duplicated lines')],
  ['security_hotspots_reviewed', () => l10n.t('Security hotspots reviewed')],
  ['reliability_rating', () => l10n.t('Reliability rating')],
  ['security_rating', () => l10n.t('Security rating')],
  ['maintainability_rating', () => l10n.t('Maintainability rating')],
  ['sqale_rating', () => l10n.t('Maintainability rating')],
  ['security_review_rating', () => l10n.t('Security review rating')],
]);

/** Returns a metric's name in the editor's language; `unknown`, such as the platform's English name, without one. */
export function metricText(key: string, unknown = key.replaceAll('_', ' ')): string {
  const onNewCode = key.startsWith('new_');
  const known = names.get(baseMetric(key))?.();
  if (known === undefined) return unknown;
  return onNewCode ? l10n.t('{0} on new code', known) : known;
}

/**
 * Returns the value of a metric with its name, as it reads inside a sentence: `3 issues on new code`. `actual` is the
 * value as the platform gives it, undefined if it gives none; `shown` is the value as the user reads it.
 */
export function measuredText(key: string, actual: string | undefined, shown: string): string {
  const counted = countedText(baseMetric(key), Number(actual), shown);
  if (counted === undefined) return `${metricText(key)} ${shown}`;
  return key.startsWith('new_') ? l10n.t('{0} on new code', counted) : counted;
}

/** Whether the metric counts issues, so that fewer of them mean that some were fixed. */
export function isCounted(key: string): boolean {
  return countedText(baseMetric(key), 0, '') !== undefined;
}

function countedText(key: string, count: number, shown: string): string | undefined {
  switch (key) {
    case 'violations':
      return count === 1 ? l10n.t('1 issue') : l10n.t('{0} issues', shown);
    case 'bugs':
      return count === 1 ? l10n.t('1 bug') : l10n.t('{0} bugs', shown);
    case 'vulnerabilities':
      return count === 1 ? l10n.t('1 vulnerability') : l10n.t('{0} vulnerabilities', shown);
    case 'code_smells':
      return count === 1 ? l10n.t('1 code smell') : l10n.t('{0} code smells', shown);
    default:
      return undefined;
  }
}
