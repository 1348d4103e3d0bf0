import { env, l10n } from 'vscode';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';
import type { FailingCondition } from '../../../core/gate/model.ts';
import { gateNameText, gateText } from '../gateTexts.ts';
import { measureText, metricType } from '../../../core/gate/measures.ts';
import { isCounted, measuredText } from '../metricTexts.ts';

/** More do not fit. */
const namedConditions = 3;

/** Returns one change in words, with the conditions that fail, or with those that failed and no longer do. */
export function changeText(change: GateChange): string {
  const headline = headlineText(change);
  const conditions = conditionsText(change);
  return conditions === '' ? `${headline}.` : `${headline}: ${conditions}.`;
}

/** Returns the text about new issues. It has no count: the platform counts from a time the user has not seen. */
export function newIssuesText(changes: readonly GateChange[]): string {
  return l10n.t('New issues are assigned to you in {0}.', changes.map(projectText).join('; '));
}

export function summaryText(changes: readonly GateChange[]): string {
  const names = [...new Set(changes.map(projectText))].join(', ');
  return l10n.t('Changed quality gates: {0}', names);
}

export function projectText({ project, projectName: name = project, branch }: GateChange): string {
  return gateNameText(name, branch);
}

/** Returns one change in words, without the conditions and without a full stop. */
export function headlineText(change: GateChange): string {
  const { from, to } = change;
  const project = projectText(change);
  const former = formerText(from);
  switch (to) {
    case 'OK':
      return l10n.t('{0} passed its quality gate (was: {1})', project, former);
    case 'ERROR':
      return l10n.t('{0} failed its quality gate (was: {1})', project, former);
    default:
      return l10n.t('Quality gate of {0}: {1} (was: {2})', project, gateText(to).label, former);
  }
}

function formerText(status: GateChange['from']): string {
  switch (status) {
    case 'OK':
      return l10n.t('passed');
    case 'ERROR':
      return l10n.t('failed');
    case 'NONE':
      return l10n.t('not computed');
    default:
      return gateText(status).label;
  }
}

/** Returns the first conditions that fail, and how many more do; an empty text if the change names none. */
export function conditionsText({ conditions = [] }: GateChange): string {
  const named = conditions.slice(0, namedConditions).map(conditionText).join('; ');
  const rest = conditions.length - namedConditions;
  return rest > 0 ? l10n.t('{0}; {1} more', named, rest) : named;
}

/** Returns `3 issues on new code, 0 allowed`, or `7 issues on new code fixed` for a condition that no longer fails. */
export function conditionText({ metric, actual, comparator, threshold, was }: FailingCondition): string {
  const fixed = Number(was) - Number(actual);
  if (fixed > 0 && isCounted(metric)) {
    const count = String(fixed);
    return l10n.t('{0} fixed', measuredText(metric, count, measureText(count, undefined, env.language)));
  }
  const type = metricType(metric);
  const shown = (value: string): string => measureText(value, type, env.language);
  const measure = measuredText(metric, actual, actual === undefined ? '–' : shown(actual));
  if (threshold === undefined) return measure;
  const bound = shown(threshold);
  if (type === 'RATING' || comparator === 'LT') return l10n.t('{0}, {1} required', measure, bound);
  if (comparator === 'GT') return l10n.t('{0}, {1} allowed', measure, bound);
  return `${measure} ${signs.get(comparator) ?? '/'} ${bound}`;
}

const signs = new Map<string | undefined, string>([
  ['EQ', '='],
  ['NE', '≠'],
]);
