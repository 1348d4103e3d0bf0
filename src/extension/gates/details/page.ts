import { env, l10n } from 'vscode';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';
import type { FailingCondition } from '../../../core/gate/model.ts';
import { Html, markup } from '../../../core/markup.ts';
import { momentText } from '../../ui/dateTimeText.ts';
import { branchLine, gateText } from '../gateTexts.ts';
import { projectPage } from '../links.ts';
import { conditionText } from '../gateChangeTexts.ts';
import { conditionsSection } from './conditions.ts';
import { historySection } from './history.ts';
import { issuesSection } from './issues.ts';
import type { DetailsPage } from './pageContent.ts';
import { style } from './style.ts';

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
            ${page.branch !== undefined && markup` ${branchLine(page.branch)} · `}
            ${page.connectionName} · ${page.projectKey}
          </p>
          ${sinceText(page)} ${liveNote(page)}
          <nav aria-label="${l10n.t('Actions')}">
            <a href="${projectPage(page.baseUrl, page.projectKey, page.branch)}"
              >${l10n.t('Open in Browser')}</a
            >
            <a href="${page.refresh}">${l10n.t('Check Now')}</a>
          </nav>
          ${
            page.live.state === 'read'
              ? [conditionsSection(page, page.live.details), issuesSection(page, page.live.details)]
              : lastConditions(page)
          }
          ${historySection(page)}
        </main>
      </body>
    </html>`;
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
  const conditions: readonly FailingCondition[] = (last?.to === status ? last?.conditions : undefined) ?? [];
  if (conditions.length === 0) return undefined;
  return markup`<h2>${l10n.t('Conditions that failed')}</h2>
    <ul>
      ${conditions.map((condition) => markup`<li>${conditionText(condition)}</li>`)}
    </ul>`;
}
