import { formatPlatformDate } from '../../api/dates.ts';
import type { DeveloperEvent } from '../../api/developerEvents.ts';
import { updateConnection, type Change, type Gate, type Journal } from '../journal/journal.ts';
import { isOf } from '../journal/observe.ts';
import { gateKey, type GateId, type Source } from '../subject.ts';

/** What events said of the person's own issues at one gate. */
export interface IssueSighting extends GateId {
  /** Date of the newest, by the platform's clock; 0: there is none. */
  readonly issuesAt: number;
  /** The person, as the platform calls them. */
  readonly assignee?: string | undefined;
}

interface IssueNotice {
  /** Uuid. */
  readonly connection: string;
  /** Of the platform. */
  readonly baseUrl: string;
  readonly sightings: readonly IssueSighting[];
  readonly source: Source;
  /** Local clock. */
  readonly at: number;
}

/** The newest issue of each gate that was looked at. `gates`: with or without events. */
export function issuesOf(
  events: readonly DeveloperEvent[],
  gates: readonly GateId[],
): readonly IssueSighting[] {
  const newest = new Map<string, IssueSighting>(
    gates.map(({ project, branch }) => [gateKey({ project, branch }), { project, branch, issuesAt: 0 }]),
  );
  for (const { category, pullRequest, project, branch, at, assignee } of events) {
    if (category !== 'NEW_ISSUES' || pullRequest !== undefined || at === undefined) continue;
    const known = newest.get(gateKey({ project, branch }));
    if (known && at > known.issuesAt) newest.set(gateKey(known), { project, branch, issuesAt: at, assignee });
  }
  return [...newest.values()];
}

/**
 * Enters them. The first look at a gate is its baseline. Later, only an issue that is newer than all before is news:
 * the events count what is open, so that an older one may come to light when a newer one is closed.
 */
export function noticeIssues(journal: Journal, { connection, sightings, ...notice }: IssueNotice): Journal {
  let { sequence, changes } = journal;
  const after = updateConnection(journal, connection, (record) => {
    const seen = new Map(sightings.map((sighting) => [gateKey(sighting), sighting]));
    const gates = record.gates.map((gate): Gate => {
      const sighting = seen.get(gateKey(gate));
      const { issuesAt } = gate;
      if (!sighting || (issuesAt !== undefined && sighting.issuesAt <= issuesAt)) return gate;
      // One that is still to be told says it for both.
      const isSaid = changes.some((change) => isUntold(change) && isOf(change, connection, gate));
      if (issuesAt !== undefined && !isSaid) {
        const { project, branch, status } = gate;
        const link = pageOf(notice.baseUrl, sighting, issuesAt);
        const { source, at } = notice;
        const change: Change = {
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
      return { ...gate, issuesAt: sighting.issuesAt };
    });
    return gates.every((gate, index) => gate === record.gates[index]) ? record : { ...record, gates };
  });
  return after === journal ? journal : { ...after, sequence, changes };
}

function isUntold({ category, claim, outcome }: Change): boolean {
  return category === 'newIssues' && !claim && !outcome;
}

/** Built here and not taken from the event: an answer does not choose where the person is sent. */
function pageOf(baseUrl: string, { project, branch, assignee }: IssueSighting, after: number): string {
  const query = new URLSearchParams({ id: project, resolved: 'false' });
  if (branch !== undefined) query.set('branch', branch);
  if (assignee !== undefined) query.set('assignees', assignee);
  if (after > 0) query.set('createdAfter', formatPlatformDate(after + 1000));
  return `${baseUrl}/project/issues?${query.toString()}`;
}
