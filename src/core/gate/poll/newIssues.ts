import { formatPlatformDate } from '../../api/dates.ts';
import type { DeveloperEvent } from '../../api/developerEvents.ts';
import { updateConnection, type ChangeRecord, type GateRecord, type Journal } from '../journal/journal.ts';
import { isChangeOf } from '../journal/observe.ts';
import { branchOrPullRequest, gateKey, pullRequestName, type GateId, type Source } from '../model.ts';

export interface IssueObservation extends GateId {
  /** Date of the issue, milliseconds since the epoch by the platform's clock; 0 if the events showed no issue. */
  readonly issuesAt: number;
  /** The user's login on the platform. */
  readonly assignee?: string | undefined;
}

interface IssueNotice {
  /** Uuid. */
  readonly connection: string;
  readonly baseUrl: string;
  readonly observations: readonly IssueObservation[];
  readonly source: Source;
  /** Local clock. */
  readonly at: number;
}

/** Returns the user's newest issue of each gate in `gates`, also of gates without events. */
export function issuesOf(
  events: readonly DeveloperEvent[],
  gates: readonly GateId[],
): readonly IssueObservation[] {
  const newest = new Map<string, IssueObservation>(
    gates.map(({ project, branch }) => [gateKey({ project, branch }), { project, branch, issuesAt: 0 }]),
  );
  for (const { category, pullRequest, project, at, assignee, ...event } of events) {
    if (category !== 'NEW_ISSUES' || at === undefined) continue;
    const branch = pullRequest === undefined ? event.branch : pullRequestName(pullRequest);
    const known = newest.get(gateKey({ project, branch }));
    if (known && at > known.issuesAt) newest.set(gateKey(known), { project, branch, issuesAt: at, assignee });
  }
  return [...newest.values()];
}

/**
 * Enters the newest issues, and adds a change for each gate with a new one. The first look at a gate is its baseline.
 * Later, only an issue that is newer than all before is new: the events count open issues, so that an older one may
 * appear when a newer one is closed.
 * @returns The same journal if the observations add nothing to it.
 */
export function noticeIssues(
  journal: Journal,
  { connection, observations, ...notice }: IssueNotice,
): Journal {
  let { sequence, changes } = journal;
  const after = updateConnection(journal, connection, (record) => {
    const seen = new Map(observations.map((observation) => [gateKey(observation), observation]));
    const gates = record.gates.map((gate): GateRecord => {
      const observation = seen.get(gateKey(gate));
      const { issuesAt } = gate;
      if (!observation || (issuesAt !== undefined && observation.issuesAt <= issuesAt)) return gate;
      // A pending change of this kind covers the new issue too.
      const isCovered = changes.some(
        (change) => isPendingNotice(change) && isChangeOf(change, connection, gate),
      );
      if (issuesAt !== undefined && !isCovered) {
        const { project, branch, status } = gate;
        const link = pageOf(notice.baseUrl, observation, issuesAt);
        const { source, at } = notice;
        const change: ChangeRecord = {
          id: ++sequence,
          category: 'newIssues',
          connection,
          project,
          branch,
          from: status,
          to: status,
          at,
          source,
          link,
        };
        changes = [...changes, change];
      }
      return { ...gate, issuesAt: observation.issuesAt };
    });
    return gates.every((gate, index) => gate === record.gates[index]) ? record : { ...record, gates };
  });
  return after === journal ? journal : { ...after, sequence, changes };
}

function isPendingNotice({ category, claim, outcome }: ChangeRecord): boolean {
  return category === 'newIssues' && !claim && !outcome;
}

/** Returns the address of the page of new issues, built here so that an event cannot choose what the user opens. */
function pageOf(baseUrl: string, { project, branch, assignee }: IssueObservation, after: number): string {
  const query = new URLSearchParams({ id: project, resolved: 'false', ...branchOrPullRequest(branch) });
  if (assignee !== undefined) query.set('assignees', assignee);
  if (after > 0) query.set('createdAfter', formatPlatformDate(after + 1000));
  return `${baseUrl}/project/issues?${query.toString()}`;
}
