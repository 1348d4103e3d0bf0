import { l10n } from 'vscode';
import { pathInProject, type Issue } from '../../../core/api/issues.ts';
import type { ConditionDetails, GateDetails } from '../../../core/gate/details.ts';
import { markup, type Html } from '../../../core/markup.ts';
import { issuePage, issuesPage } from '../links.ts';
import type { DetailsPage } from './pageContent.ts';

/** An issue with the names of all conditions that it makes fail. */
interface ListedIssue {
  readonly issue: Issue;
  readonly conditions: readonly string[];
}

/** Returns the list of the issues that make conditions fail, each one once; undefined if the platform gave none. */
export function issuesSection(page: DetailsPage, { conditions }: GateDetails): Html | undefined {
  const listed = listIssues(conditions);
  if (listed.length === 0) return undefined;
  const isPartial = conditions.some(({ issues }) => issues && issues.total > issues.items.length);
  return markup`<h2>${l10n.t('Issues')}</h2>
    <ul>
      ${listed.map((item, index) => issueItem(page, item, page.openIssue?.(index)))}
    </ul>
    ${isPartial && markup`<p class="empty">${l10n.t('Only the first issues of each condition are listed.')}</p>`}
    <p>
      <a href="${issuesPage(page.baseUrl, page.projectKey, isAllNewCode(conditions), page.branch)}"
        >${l10n.t('Show all issues in the browser')}</a
      >
    </p>`;
}

function issueItem(
  page: DetailsPage,
  { issue, conditions }: ListedIssue,
  openIssue: string | undefined,
): Html {
  const { key, message, line } = issue;
  const place = `${pathInProject(issue)}${line === undefined ? '' : `:${line}`}`;
  const placeLink = openIssue === undefined ? place : markup`<a href="${openIssue}">${place}</a>`;
  return markup`<li>
    <a href="${issuePage(page.baseUrl, page.projectKey, key, page.branch)}">${message ?? key}</a>
    <span class="empty">${placeLink} · ${conditions.join(', ')}</span>
  </li>`;
}

/** Returns the issues that make conditions fail, each one once, in the order of the page. */
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

function isAllNewCode(conditions: readonly ConditionDetails[]): boolean {
  return conditions.every(({ issues, isNewCode }) => issues === undefined || isNewCode);
}
