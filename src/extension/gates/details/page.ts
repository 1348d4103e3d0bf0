import { env, l10n } from 'vscode';
import { isCoverageMetric, reasonOfMetric } from '../../../core/gate/causes.ts';
import type { GateDetails, ConditionDetails, HistoryPoint } from '../../../core/gate/details.ts';
import {
  conditionCards,
  gateStyle,
  stateBadge,
  type ConditionCard,
  trend,
} from '../../../core/gate/gatePage.ts';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';
import type { FailingCondition } from '../../../core/gate/model.ts';
import { projectPage, metricPage } from '../../../core/gate/platformPages.ts';
import { measureText } from '../../../core/gate/measures.ts';
import { type Html, markup } from '../../../core/markup.ts';
import { momentText, dateTimeText } from '../../ui/dateTimeText.ts';
import { pageDocument } from '../../ui/page.ts';
import { branchLine, gateText } from '../gateTexts.ts';
import { metricText } from '../metricTexts.ts';
import { conditionText } from '../notify/gateChangeTexts.ts';
import { issuesSection } from './issues.ts';
import type { DetailsPage } from './pageContent.ts';

export function detailsPage(page: DetailsPage): Html {
  const status = page.live.state === 'read' ? page.live.details.status : page.status;
  return pageDocument({
    title: l10n.t('Quality gate of {0}', page.projectName),
    style,
    body: markup`<h1>${page.projectName}</h1>
      <p>
        ${stateBadge(status === 'OK' || (status === 'ERROR' ? false : undefined), gateText(status).label)}
        ${page.branch !== undefined && markup` ${branchLine(page.branch)} · `}
        ${page.connectionName} · ${page.projectKey}
      </p>
      ${sinceText(page)} ${liveNote(page)}
      <nav aria-label="${l10n.t('Actions')}">
        ${
          status === 'ERROR' &&
          page.showProblems !== undefined &&
          markup`<a class="button primary" href="${page.showProblems}">${l10n.t('Show Issues')}</a>
            <a class="button" href="${page.fix}">${l10n.t('Fix with the AI Agent')}</a>`
        }
        <a class="button" href="${projectPage(page.baseUrl, page.projectKey, page.branch)}">${l10n.t('Open in Browser')}</a>
        <a class="button" href="${page.refresh}">${l10n.t('Check Now')}</a>
      </nav>
      ${page.live.state === 'read' ? liveSections(page, page.live.details) : lastConditions(page)}
      ${historySection(page)}`,
  });
}

function liveSections(page: DetailsPage, details: GateDetails): readonly (Html | undefined)[] {
  const conditions = details.conditions.map((condition) => ({
    ...condition,
    name: metricText(condition.metric, condition.name),
  }));
  const named = { ...details, conditions };
  return [conditionsSection(page, named), issuesSection(page, named)];
}

/** Returns since when the gate has its status; undefined while the platform gives another one than the journal. */
function sinceText({ since, status, live, changes: [newest] }: DetailsPage): Html | undefined {
  if (since === undefined || (live.state === 'read' && live.details.status !== status)) return undefined;
  // The newest change may have led to another status, because a first analysis that passes is not recorded.
  const last = newest?.to === status ? newest : undefined;
  return markup`<p>${sinceSentence(gateText(status).label, momentText(since), last)}</p>`;
}

/** @param last The change to the status; without it, the status may be older than its first observation at `since`. */
function sinceSentence(label: string, since: string, last: GateChange | undefined): string {
  if (!last) return l10n.t('{0} at least since {1}.', label, since);
  switch (last.cause) {
    case 'analysis':
      return last.analysedAt === undefined
        ? l10n.t('{0} since {1}, caused by an analysis.', label, since)
        : l10n.t('{0} since {1}, caused by the analysis of {2}.', label, since, momentText(last.analysedAt));
    case 'issueChange':
      return l10n.t('{0} since {1}, caused by a change to an issue.', label, since);
    case undefined:
      return l10n.t('{0} since {1}. Cause unknown.', label, since);
  }
}

function liveNote({ live }: DetailsPage): Html {
  switch (live.state) {
    case 'loading':
      return markup`<p role="status">${l10n.t('Waiting for the platform…')}</p>`;
    case 'failed':
      return markup`<p class="note" role="status">
        ${live.reason} ${l10n.t('The last known state is shown.')}
      </p>`;
    case 'read':
      return markup`<p class="muted">${l10n.t('Updated {0}.', momentText(live.at))}</p>`;
  }
}

/** The page shows them while the platform does not answer. Undefined if the gate has another status now. */
function lastConditions({ status, changes: [last] }: DetailsPage): Html | undefined {
  const conditions: readonly FailingCondition[] =
    (last?.to === status && status !== 'OK' ? last?.conditions : undefined) ?? [];
  if (conditions.length === 0) return undefined;
  return markup`<h2>${l10n.t('Conditions that failed')}</h2>
    <ul>
      ${conditions.map((condition) => markup`<li>${conditionText(condition)}</li>`)}
    </ul>`;
}

function conditionsSection(page: DetailsPage, { conditions }: GateDetails): Html {
  return markup`<h2>${l10n.t('Conditions')}</h2>
    ${
      conditions.length === 0
        ? markup`<p class="muted">${l10n.t('This quality gate has no computed conditions.')}</p>`
        : conditionCards(conditions.map((condition) => cardOf(page, condition)))
    }`;
}

function cardOf(page: DetailsPage, condition: ConditionDetails): ConditionCard {
  const { metric, name, isNewCode, comparator, threshold, actual, isFailing, type, history } = condition;
  const text = (value: string | number) => measureText(value, type, env.language);
  const bound = Number(threshold);
  const limit = threshold !== undefined && Number.isFinite(bound) ? bound : undefined;
  const points = history
    .map(({ at, value }) => ({ at, value: Number(value) }))
    .filter(({ value }) => Number.isFinite(value));
  return {
    name: markup`<a href="${metricPage(page.baseUrl, page.projectKey, metric, page.branch)}">${name}</a>`,
    isFailing,
    state: isFailing ? l10n.t('Failed') : l10n.t('Passed'),
    value: actual === undefined ? '–' : text(actual),
    bound: threshold === undefined ? undefined : boundText(comparator, text(threshold)),
    excess: excessText(condition),
    trend:
      points.length < 2
        ? undefined
        : {
            points,
            threshold: limit,
            isBad: (value) => (comparator === 'LT' ? value < bound : value > bound),
            label: rangeText(name, points, limit, text),
          },
    notes: [
      ...(isNewCode ? [] : [markup`<span class="muted">${l10n.t('Overall code')}</span>`]),
      ...(isFailing
        ? [adviceText(metric), olderCodeNote(page, condition), coverageLink(page, metric)].filter(
            (note) => note !== undefined,
          )
        : []),
    ],
  };
}

function rangeText(
  name: string,
  points: readonly { readonly at: number; readonly value: number }[],
  threshold: number | undefined,
  text: (value: number) => string,
): string {
  const values = points.map(({ value }) => value);
  const range = [name, ...endsOf(points), text(Math.min(...values)), text(Math.max(...values))] as const;
  const latest = text(values.at(-1) ?? NaN);
  return threshold === undefined
    ? l10n.t('{0} from {1} to {2}: lowest {3}, highest {4}, latest {5}.', ...range, latest)
    : l10n.t(
        '{0} from {1} to {2}: lowest {3}, highest {4}, threshold {5}, latest {6}.',
        ...range,
        text(threshold),
        latest,
      );
}

function endsOf(points: readonly { readonly at: number }[]): readonly [string, string] {
  return [dateTimeText(points.at(0)?.at ?? NaN), dateTimeText(points.at(-1)?.at ?? NaN)];
}

/** In percentage points for percentages. Ratings are letters, which have no difference. */
function excessText({ excess, type, comparator }: ConditionDetails): string | undefined {
  if (excess === undefined || type === 'RATING') return undefined;
  const isPercent = type === 'PERCENT';
  const number = measureText(excess, isPercent ? undefined : type, env.language);
  const points = excess === 1 ? l10n.t('1 percentage point') : l10n.t('{0} percentage points', number);
  const distance = isPercent ? points : number;
  return comparator === 'LT'
    ? l10n.t('{0} below the threshold', distance)
    : l10n.t('{0} above the threshold', distance);
}

function boundText(comparator: string | undefined, threshold: string): string {
  if (comparator === 'GT') return l10n.t('fails if greater than {0}', threshold);
  return comparator === 'LT'
    ? l10n.t('fails if less than {0}', threshold)
    : l10n.t('Threshold {0}', threshold);
}

function coverageLink({ showCoverage }: DetailsPage, metric: string): Html | undefined {
  const isAboutCoverage = showCoverage !== undefined && isCoverageMetric(metric);
  return isAboutCoverage ? markup`<a href="${showCoverage}">${l10n.t('Show Coverage')}</a>` : undefined;
}

/** Offers the issues of a condition that open files do not show, because they may be older than the new code. */
function olderCodeNote(
  { showProblems, showsOnlyNewCode }: DetailsPage,
  { metric, isNewCode }: ConditionDetails,
): Html | undefined {
  const kind = reasonOfMetric(metric)?.kind;
  if (isNewCode || !showsOnlyNewCode || showProblems === undefined) return undefined;
  if (kind !== 'issues' && kind !== 'hotspots') return undefined;
  return markup`${l10n.t('This condition counts all code. Open files show only problems on new code.')}
    <a href="${showProblems}">${l10n.t('Show Issues')}</a>`;
}

/** As in `pageDocument`, all colours come from the theme. */
const style = `
:root { --text: var(--vscode-foreground); --muted: var(--vscode-descriptionForeground);
  --line: var(--vscode-contrastBorder, var(--vscode-widget-border, color-mix(in srgb, var(--vscode-foreground) 25%, transparent)));
  --good: var(--vscode-charts-green, currentColor); --bad: var(--vscode-charts-red, currentColor);
  --accent: var(--vscode-button-background); --on-accent: var(--vscode-button-foreground);
  --accent-line: var(--vscode-contrastBorder, var(--vscode-button-background)); --focus: var(--vscode-focusBorder); }
nav { display: flex; flex-wrap: wrap; gap: .5em; }
.note { border-left: 3px solid var(--vscode-editorWarning-foreground, currentColor); padding-left: .75em; }
caption { color: var(--muted); padding-bottom: .25em; text-align: left; }
${gateStyle}`;

function adviceText(metric: string): string | undefined {
  const reason = reasonOfMetric(metric);
  switch (reason?.kind) {
    case undefined:
      return undefined;
    case 'issues':
      return l10n.t('Fix the issues, or accept those that need no fix.');
    case 'hotspots':
      return l10n.t(
        'Review each security hotspot: fix the code, or mark the hotspot as safe on the platform.',
      );
    case 'files':
      return reason.metric === 'duplicated_lines'
        ? l10n.t('Move duplicated code to one place, and use it from there.')
        : l10n.t('Add tests that run the uncovered lines and branches.');
  }
}

/** The height of a status in the plot: a worse one is lower. */
const statuses = ['ERROR', 'WARN', 'OK'] as const;

function historySection({ live, changes }: DetailsPage): Html {
  return markup`<h2>${l10n.t('History')}</h2>
    ${statusPlot(live.state === 'read' ? live.details.history : [], changes)}
    ${changes.length === 0 ? markup`<p class="muted">${l10n.t('No known changes.')}</p>` : changesTable(changes)}`;
}

function statusPlot(analyzed: readonly HistoryPoint[], changes: readonly GateChange[]): Html | undefined {
  const points = [...analyzed, ...changes.map(({ at, to }) => ({ at, value: to }))]
    .map(({ at, value }) => ({ at, value: statuses.findIndex((status) => status === value) }))
    .filter(({ value }) => value >= 0)
    .sort((a, b) => a.at - b.at);
  const last = points.at(-1);
  if (!last || points.length < 2) return undefined;
  const failed = points.filter(({ value }) => statuses[value] === 'ERROR');
  return trend({
    points,
    isBad: (value) => statuses[value] !== 'OK',
    label: l10n.t(
      'Quality gate from {0} to {1}: {2} of {3} values failed. Latest value: {4}.',
      ...endsOf(points),
      failed.length,
      points.length,
      gateText(statuses[last.value]).label,
    ),
    isStepped: true,
  });
}

function changesTable(changes: readonly GateChange[]): Html {
  return markup`<table>
    <caption>
      ${l10n.t('Changes in the last 30 days')}
    </caption>
    <thead>
      <tr>
        <th scope="col">${l10n.t('Changed')}</th>
        <th scope="col">${l10n.t('Before')}</th>
        <th scope="col">${l10n.t('After')}</th>
        <th scope="col">${l10n.t('Cause')}</th>
      </tr>
    </thead>
    <tbody>
      ${changes.map(
        (change) =>
          markup`<tr>
            <td>${dateTimeText(change.at)}</td>
            <td>${gateText(change.from).label}</td>
            <td>${gateText(change.to).label}</td>
            <td>${causeText(change)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function causeText({ cause, analysedAt }: GateChange): string {
  switch (cause) {
    case 'analysis':
      return analysedAt === undefined
        ? l10n.t('Analysis')
        : l10n.t('Analysis of {0}', dateTimeText(analysedAt));
    case 'issueChange':
      return l10n.t('Issue change');
    case undefined:
      return l10n.t('Unknown');
  }
}
