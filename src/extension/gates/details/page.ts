import { env, l10n } from 'vscode';
import { isCoverageMetric, reasonOfMetric } from '../../../core/gate/causes.ts';
import type { GateDetails, ConditionDetails, HistoryPoint } from '../../../core/gate/details.ts';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';
import type { FailingCondition } from '../../../core/gate/model.ts';
import { type Html, markup } from '../../../core/markup.ts';
import { momentText, dateTimeText } from '../../ui/dateTimeText.ts';
import { pageDocument } from '../../ui/pageDocument.ts';
import { branchLine, gateText } from '../gateTexts.ts';
import { projectPage, metricPage } from '../links.ts';
import { metricText } from '../metricTexts.ts';
import { conditionText } from '../notify/gateChangeTexts.ts';
import { issuesSection } from './issues.ts';
import type { DetailsPage } from './pageContent.ts';
import { measureText } from '../measureText.ts';
import { plottedValues, endsOf } from './plottedValues.ts';

export function detailsPage(page: DetailsPage): Html {
  const status = page.live.state === 'read' ? page.live.details.status : page.status;
  return pageDocument({
    title: l10n.t('Quality gate of {0}', page.projectName),
    style,
    body: markup`<h1>${page.projectName}</h1>
      <p>
        <span class="status">${gateText(status).label}</span>
        ${page.branch !== undefined && markup` ${branchLine(page.branch)} · `}
        ${page.connectionName} · ${page.projectKey}
      </p>
      ${sinceText(page)} ${liveNote(page)}
      <nav aria-label="${l10n.t('Actions')}">
        ${
          status === 'ERROR' &&
          page.showProblems !== undefined &&
          markup`<a href="${page.showProblems}">${l10n.t('Show Issues')}</a>`
        }
        <a href="${projectPage(page.baseUrl, page.projectKey, page.branch)}">${l10n.t('Open in Browser')}</a>
        <a href="${page.refresh}">${l10n.t('Check Now')}</a>
      </nav>
      ${page.live.state === 'read' ? liveSections(page, page.live.details) : lastConditions(page)}
      ${historySection(page)}`,
  });
}

/** Returns what the platform has answered. Metrics have the names that notifications use. */
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
      return markup`<p class="empty">${l10n.t('Updated {0}.', momentText(live.at))}</p>`;
  }
}

/**
 * Lists the conditions that failed when the gate changed; undefined if they are unknown or the gate has another status
 * now. The page shows them while the platform does not answer.
 */
function lastConditions({ status, changes: [last] }: DetailsPage): Html | undefined {
  const conditions: readonly FailingCondition[] =
    (last?.to === status && status !== 'OK' ? last?.conditions : undefined) ?? [];
  if (conditions.length === 0) return undefined;
  return markup`<h2>${l10n.t('Conditions that failed')}</h2>
    <ul>
      ${conditions.map((condition) => markup`<li>${conditionText(condition)}</li>`)}
    </ul>`;
}

/** Returns the table of all conditions, then a section for each one that fails. */
function conditionsSection(page: DetailsPage, { conditions }: GateDetails): Html {
  if (conditions.length === 0)
    return markup`<h2>${l10n.t('Conditions')}</h2>
      <p class="empty">${l10n.t('This quality gate has no computed conditions.')}</p>`;
  return markup`<h2>${l10n.t('Conditions')}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">${l10n.t('Metric')}</th>
          <th scope="col">${l10n.t('Scope')}</th>
          <th scope="col">${l10n.t('Value')}</th>
          <th scope="col">${l10n.t('Fails if')}</th>
          <th scope="col">${l10n.t('Difference')}</th>
          <th scope="col">${l10n.t('Status')}</th>
        </tr>
      </thead>
      <tbody>
        ${conditions.map((condition) => conditionRow(page, condition))}
      </tbody>
    </table>
    ${conditions.filter(({ isFailing }) => isFailing).map((condition) => failingSection(page, condition))}`;
}

function conditionRow(page: DetailsPage, condition: ConditionDetails): Html {
  const { metric, name, isNewCode, comparator, threshold, actual, excess, isFailing, type } = condition;
  const text = (value: string | number) => measureText(value, type, env.language);
  // A rating is a letter: the difference between two letters cannot be shown as a number.
  const off = excess === undefined || type === 'RATING' ? '–' : text(excess);
  return markup`<tr>
    <td><a href="${metricPage(page.baseUrl, page.projectKey, metric, page.branch)}">${name}</a></td>
    <td>${isNewCode ? l10n.t('New code') : l10n.t('Overall code')}</td>
    <td>${actual === undefined ? '–' : text(actual)}</td>
    <td>${threshold === undefined ? '–' : boundText(comparator, text(threshold))}</td>
    <td>${off}</td>
    <td>${isFailing ? l10n.t('Failed') : l10n.t('Passed')}</td>
  </tr>`;
}

function boundText(comparator: string | undefined, threshold: string): string {
  if (comparator === 'GT') return l10n.t('greater than {0}', threshold);
  return comparator === 'LT' ? l10n.t('less than {0}', threshold) : threshold;
}

function failingSection(page: DetailsPage, condition: ConditionDetails): Html {
  const { metric, name, history, threshold, type, comparator } = condition;
  const bound = Number(threshold);
  const advice = adviceText(metric);
  const text = (value: string | number) => measureText(value, type, env.language);
  return markup`<section>
    <h3>${name}</h3>
    ${[advice === undefined ? undefined : markup`<p>${advice}</p>`, olderCodeNote(page, condition)]}
    ${plottedValues({
      name,
      points: history.map(({ at, value }) => ({ at, value: Number(value) })),
      threshold: threshold !== undefined && Number.isFinite(bound) ? bound : undefined,
      text,
      isBad: (value) => (comparator === 'LT' ? value < bound : value > bound),
    })}
    <p>
      ${coverageLink(page, metric)}
      <a href="${metricPage(page.baseUrl, page.projectKey, metric, page.branch)}"
        >${l10n.t('Show the files behind “{0}” in the browser', name)}</a
      >
    </p>
  </section>`;
}

/** Offers to show which lines tests run, for a condition about that. */
function coverageLink({ showCoverage }: DetailsPage, metric: string): Html | undefined {
  const isAboutCoverage = showCoverage !== undefined && isCoverageMetric(metric);
  return isAboutCoverage ? markup`<a href="${showCoverage}">${l10n.t('Show Coverage')}</a> · ` : undefined;
}

/** Offers the issues of a condition that open files do not show, because they may be older than the new code. */
function olderCodeNote(
  { showProblems, showsOnlyNewCode }: DetailsPage,
  { metric, isNewCode }: ConditionDetails,
): Html | undefined {
  const kind = reasonOfMetric(metric)?.kind;
  if (isNewCode || !showsOnlyNewCode || showProblems === undefined) return undefined;
  if (kind !== 'issues' && kind !== 'hotspots') return undefined;
  return markup`<p>
    ${l10n.t('This condition counts all code. Open files show only problems on new code.')}
    <a href="${showProblems}">${l10n.t('Show Issues')}</a>
  </p>`;
}

/** As in `pageDocument`, all colours come from the theme. */
const style = `
summary { cursor: pointer; }
nav a { margin-right: 1.5em; }
.status { border: 1px solid currentColor; border-radius: 3px; font-weight: 600; padding: .1em .5em; }
.note { border-left: 3px solid var(--vscode-editorWarning-foreground, currentColor); padding-left: .75em; }
.empty { color: var(--vscode-descriptionForeground); }
caption { color: var(--vscode-descriptionForeground); padding-bottom: .25em; text-align: left; }
.plot { display: block; height: auto; margin: .5em 0; max-width: 48em; width: 100%; }
.plot text { fill: var(--vscode-descriptionForeground, currentColor); font-size: 13px; }
.plot .end { text-anchor: end; }
.plot .axis { fill: none; stroke: var(--vscode-descriptionForeground, currentColor); }
.plot .line { fill: none; stroke: var(--vscode-charts-blue, currentColor); stroke-width: 2; }
.plot .threshold { stroke: var(--vscode-charts-foreground, currentColor); stroke-dasharray: 6 4; }
.plot .good { fill: var(--vscode-charts-green, currentColor); }
.plot .bad { fill: var(--vscode-charts-red, currentColor); }
`;

/** Returns what the user can do about a failing condition; undefined for a metric that this version does not know. */
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

/** Returns the plot of the gate's status and the changes that this editor has seen. */
function historySection({ live, changes }: DetailsPage): Html {
  return markup`<h2>${l10n.t('History')}</h2>
    ${statusPlot(live.state === 'read' ? live.details.history : [], changes)}
    ${changes.length === 0 ? markup`<p class="empty">${l10n.t('No known changes.')}</p>` : changesTable(changes)}`;
}

function statusPlot(analyzed: readonly HistoryPoint[], changes: readonly GateChange[]): Html | undefined {
  const points = [...analyzed, ...changes.map(({ at, to }) => ({ at, value: to }))]
    .map(({ at, value }) => ({ at, value: statuses.findIndex((status) => status === value) }))
    .filter(({ value }) => value >= 0)
    .sort((a, b) => a.at - b.at);
  const last = points.at(-1);
  if (!last) return undefined;
  const failed = points.filter(({ value }) => statuses[value] === 'ERROR');
  const text = (value: number) => gateText(statuses[value]).label;
  return plottedValues({
    name: l10n.t('Quality Gate'),
    points,
    text,
    isBad: (value) => statuses[value] !== 'OK',
    summary: l10n.t(
      'Quality gate from {0} to {1}: {2} of {3} values failed. Latest value: {4}.',
      ...endsOf(points),
      failed.length,
      points.length,
      text(last.value),
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

/** Returns the cause of a change; “Unknown” if no source named it. */
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
