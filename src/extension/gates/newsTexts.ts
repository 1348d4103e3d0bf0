import { env, l10n } from 'vscode';
import type { NewsItem } from '../../core/gate/notify/news.ts';
import type { FailingCondition } from '../../core/gate/subject.ts';
import { gateText } from './gateTexts.ts';
import { measureText } from './measureText.ts';
import { metricText, metricType } from './metricTexts.ts';

/** The number of conditions that a notification names. More do not fit. */
const namedConditions = 3;

/** Returns one change in words, with the conditions that fail. */
export function changeText(change: NewsItem): string {
  return [headline(formatLogPosition(change), change), conditionsText(change.conditions ?? [])]
    .filter(Boolean)
    .join(' ');
}

/**
 * Returns the text about new issues. It has no count, because the platform counts from a time that the user has not
 * seen.
 */
export function newIssuesText(changes: readonly NewsItem[]): string {
  return l10n.t('There are new issues for you in {0}.', changes.map(formatLogPosition).join('; '));
}

/** Returns the name of a project, with its branch unless it is the main branch. */
export function formatLogPosition({ project, projectName: name = project, branch }: NewsItem): string {
  return branch === undefined ? name : l10n.t('{0}, branch {1}', name, branch);
}

function headline(project: string, { from, to }: NewsItem): string {
  const before = gateText(from).label;
  switch (to) {
    case 'OK':
      return l10n.t('The quality gate of {0} has passed. Before: {1}.', project, before);
    case 'ERROR':
      return l10n.t('The quality gate of {0} has failed. Before: {1}.', project, before);
    default:
      return l10n.t('The quality gate of {0} is now: {1}. Before: {2}.', project, gateText(to).label, before);
  }
}

function conditionsText(conditions: readonly FailingCondition[]): string {
  if (conditions.length === 0) return '';
  const named = conditions.slice(0, namedConditions).map(conditionText).join('; ');
  const rest = conditions.length - namedConditions;
  return rest > 0 ? l10n.t('Failing: {0}; and {1} more.', named, rest) : l10n.t('Failing: {0}.', named);
}

const signs: Readonly<Record<string, string>> = { GT: '>', LT: '<', EQ: '=', NE: '≠' };

/** Returns the value and the bound that it crosses: `Issues on new code 3 > 0`. */
export function conditionText({ metric, actual, comparator, threshold }: FailingCondition): string {
  const type = metricType(metric);
  const shown = (value: string): string => measureText(value, type, env.language);
  const value = actual === undefined ? '–' : shown(actual);
  const name = metricText(metric);
  if (threshold === undefined) return `${name} ${value}`;
  if (type === 'RATING') return l10n.t('{0} {1}, worse than {2}', name, value, shown(threshold));
  return `${name} ${value} ${signs[comparator ?? ''] ?? '/'} ${shown(threshold)}`;
}
