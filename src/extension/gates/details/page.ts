import { env, l10n } from 'vscode';
import type { ConditionDetails, GateDetails, HistoryPoint } from '../../../core/gate/details.ts';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';
import type { FailingCondition } from '../../../core/gate/model.ts';
import { Html, markup } from '../../../core/markup.ts';
import { conditionText } from '../gateChangeTexts.ts';
import { gateText } from '../gateTexts.ts';
import { dateTimeText, momentText } from '../../ui/dateTimeText.ts';
import { metricPage, issuePage, issuesPage, projectPage } from '../links.ts';
import { measureText } from '../measureText.ts';
import { plot } from './plot.ts';
import { style } from './style.ts';

/** The content of the page. */
export interface DetailsPage {
  readonly projectKey: string;
  readonly projectName: string;
  readonly branch: string | undefined;
  readonly connectionName: string;
  readonly baseUrl: string;
  /** As recorded in the journal; undefined where the journal does not know the gate. */
  readonly status: string | undefined;
  readonly since: number | undefined;
  /** Changes of this gate in the journal, newest first. */
  readonly changes: readonly GateChange[];
  /** The answer of the platform: pending, failed with the reason, or read. */
  readonly live:
    | { readonly state: 'loading' }
    | { readonly state: 'failed'; readonly reason: string }
    | { readonly state: 'read'; readonly details: GateDetails; readonly at: number };
  /** A link that runs a command, which reads the details from the platform again. */
  readonly refresh: string;
}

/**
 * Returns a page without scripts: it has links, tables and drawings only, so that keyboard and screen reader work
 * without code.
 */
export function detailsPage(page: DetailsPage): Html {
  const status = page.live.state === 'read' ? page.live.details.status : page.status;
  return markup`<!doctype html>
    <html lang="${env.language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${l10n.t('Quality gate of {0}', page.projectName)}</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${page.projectName}</h1>
          <p>
            <span class="status">${gateText(status).label}</span>
            ${page.branch !== undefined && markup` ${l10n.t('Branch: {0}', page.branch)} · `}
            ${page.connectionName} · ${page.projectKey}
          </p>
          ${sinceText(page)} ${liveNote(page)}
          <nav aria-label="${l10n.t('Actions')}">
            <a href="${projectPage(page.baseUrl, page.projectKey, page.branch)}"
              >${l10n.t('Open in Browser')}</a
            >
            <a href="${page.refresh}">${l10n.t('Check Now')}</a>
          </nav>
          ${page.live.state === 'read' ? conditionsSection(page, page.live.details) : lastConditions(page)}
          ${historySection(page)}
        </main>
      </body>
    </html>`;
}

/** Returns since when the gate has its status; undefined while the platform gives another one than the journal. */
function sinceText({ since, status, live, changes: [last] }: DetailsPage): Html | undefined {
  if (since === undefined || (live.state === 'read' && live.details.status !== status)) return undefined;
  return markup`<p>${sinceSentence(gateText(status).label, momentText(since), last)}</p>`;
}

function sinceSentence(label: string, since: string, last: GateChange | undefined): string {
  if (!last) return l10n.t('{0} since {1}.', label, since);
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

/** Returns the cause of the change in words. If no source named the cause, the words say so. */
function causeText({ cause, analysedAt }: GateChange): string {
  switch (cause) {
    case 'analysis':
      return analysedAt === undefined
        ? l10n.t('Caused by an analysis')
        : l10n.t('Caused by the analysis of {0}', dateTimeText(analysedAt));
    case 'issueChange':
      return l10n.t('Caused by a change to an issue');
    case undefined:
      return l10n.t('Cause unknown');
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
          <th scope="col">${l10n.t('Exceeds by')}</th>
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
  const { metric, name, history, threshold, type, issues, isNewCode, comparator } = condition;
  const bound = Number(threshold);
  const points = history.map(({ at, value }) => ({
    at,
    value: Number(value),
    label: `${dateTimeText(at)}: ${measureText(value, type, env.language)}`,
    isBad: comparator === 'LT' ? Number(value) < bound : Number(value) > bound,
  }));
  const label = l10n.t('{0} over time, with its threshold', name);
  return markup`<section>
    <h3>${name} (${isNewCode ? l10n.t('New code') : l10n.t('Overall code')})</h3>
    ${
      points.length > 1 &&
      markup`${plot({ points, threshold: Number.isFinite(bound) ? bound : undefined, label })}
      ${valuesTable(label, history, (value) => measureText(value, type, env.language))}`
    }
    ${
      issues &&
      markup`<ul>
          ${issues.items.map(
            ({ key, message, component, line }) =>
              markup`<li>
                <a href="${issuePage(page.baseUrl, page.projectKey, key, page.branch)}">${message ?? key}</a>
                <span class="empty">${fileOf(component)}${line !== undefined && `:${line}`}</span>
              </li>`,
          )}
        </ul>
        ${
          issues.total > issues.items.length &&
          markup`<p>
            <a href="${issuesPage(page.baseUrl, page.projectKey, isNewCode, page.branch)}"
              >${l10n.t('Show all {0} issues in the browser', issues.total)}</a
            >
          </p>`
        }`
    }
    ${
      !issues &&
      markup`<p>
        <a href="${metricPage(page.baseUrl, page.projectKey, metric, page.branch)}"
          >${l10n.t('Show the files behind “{0}” in the browser', name)}</a
        >
      </p>`
    }
  </section>`;
}

function valuesTable(label: string, history: readonly HistoryPoint[], text: (value: string) => string): Html {
  return markup`<details>
    <summary>${l10n.t('Show values as a table')}</summary>
    <table>
      <caption>
        ${label}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t('Analysis')}</th>
          <th scope="col">${l10n.t('Value')}</th>
        </tr>
      </thead>
      <tbody>
        ${history.toReversed().map(
          ({ at, value }) =>
            markup`<tr>
              <td>${dateTimeText(at)}</td>
              <td>${text(value)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

/**
 * Lists the conditions that failed when the gate changed; undefined if they are unknown or the gate has another status
 * now. The page shows them while the platform does not answer.
 */
function lastConditions({ status, changes: [last] }: DetailsPage): Html | undefined {
  const conditions: readonly FailingCondition[] = (last?.to === status ? last?.conditions : undefined) ?? [];
  if (conditions.length === 0) return undefined;
  return markup`<h2>${l10n.t('Conditions that failed')}</h2>
    <ul>
      ${conditions.map((condition) => markup`<li>${conditionText(condition)}</li>`)}
    </ul>`;
}

const ranks: Readonly<Record<string, number>> = { OK: 2, WARN: 1, ERROR: 0 };

function historySection({ live, changes, projectName }: DetailsPage): Html {
  const label = l10n.t('Quality gate of {0} over time: passed is up, failed is down', projectName);
  const seen = changes.toReversed().map(({ at, to }) => ({ at, value: to }));
  const analysed = live.state === 'read' ? live.details.history : [];
  const points = [...analysed, ...seen]
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at, value }) => {
      const rank = ranks[value];
      const text = `${dateTimeText(at)}: ${gateText(value).label}`;
      return rank === undefined ? [] : [{ at, value: rank, label: text, isBad: value !== 'OK' }];
    });
  return markup`<h2>${l10n.t('History')}</h2>
    ${points.length > 1 && plot({ points, label, isStepped: true })}
    ${
      analysed.length > 0 &&
      valuesTable(l10n.t('Quality gate at each analysis'), analysed, (value) => gateText(value).label)
    }
    ${changes.length === 0 ? markup`<p class="empty">${l10n.t('No changes yet.')}</p>` : changesTable(changes)}`;
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

/** Returns the path of a component: `src/a.ts` for `project:src/a.ts`. */
function fileOf(component: string): string {
  return component.slice(component.indexOf(':') + 1);
}
