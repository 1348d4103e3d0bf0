import { l10n } from 'vscode';
import { pathInProject, type Issue } from '../../../core/api/issues.ts';
import type { ConditionDetails, GateDetails } from '../../../core/gate/details.ts';
import { causesByFile, type CauseRow } from '../../../core/gate/gatePage.ts';
import { markup, type Html } from '../../../core/markup.ts';
import { issuePage, issuesPage } from '../../../core/gate/platformPages.ts';
import type { DetailsPage } from './pageContent.ts';

interface ListedIssue {
  readonly issue: Issue;
  readonly conditions: readonly string[];
}

/** Returns the issues that make conditions fail by file, each one once; undefined if the platform gave none. */
export function issuesSection(page: DetailsPage, { conditions }: GateDetails): Html | undefined {
  const listed = listIssues(conditions);
  if (listed.length === 0) return undefined;
  const isAllNewCode = conditions.every(({ issues, isNewCode }) => issues === undefined || isNewCode);
  const isPartial = conditions.some(({ issues }) => issues && issues.total > issues.items.length);
  return markup`<h2>${l10n.t('Issues')} (${listed.length})</h2>
    ${causesByFile(listed.map((item, index) => rowOf(page, item, page.openIssue?.(index))))}
    ${isPartial && markup`<p class="muted">${l10n.t('Only the first issues of each condition are listed.')}</p>`}
    <p>
      <a href="${issuesPage(page.baseUrl, page.projectKey, isAllNewCode, page.branch)}"
        >${l10n.t('Show all issues in the browser')}</a
      >
    </p>`;
}

function rowOf(
  page: DetailsPage,
  { issue, conditions }: ListedIssue,
  openIssue: string | undefined,
): CauseRow {
  const { key, message = key, line } = issue;
  const file = pathInProject(issue);
  const inBrowser = issuePage(page.baseUrl, page.projectKey, key, page.branch);
  const place = line === undefined ? file : `${file}:${line}`;
  return {
    file,
    title: markup`<a href="${openIssue ?? inBrowser}">${message}</a>`,
    detail: `${place} · ${conditions.join(', ')}`,
    actions: [
      openIssue !== undefined && button(openIssue, l10n.t('Open'), message),
      button(inBrowser, l10n.t('Open in Browser'), message),
    ],
  };
}

/** @param of the issue, for users who hear the name of the button without the row around it */
function button(address: string, label: string, of: string): Html {
  return markup`<a class="button" href="${address}" aria-label="${label}: ${of}">${label}</a>`;
}

export function listIssues(conditions: readonly ConditionDetails[]): readonly ListedIssue[] {
  const listed = new Map<string, ListedIssue>();
  for (const { name, issues } of conditions) {
    for (const issue of issues?.items ?? []) {
      const known = listed.get(issue.key)?.conditions ?? [];
      listed.set(issue.key, { issue, conditions: [...known, name] });
    }
  }
  return [...listed.values()];
}
