import type { GateCondition } from '../../../core/api/qualityGates.ts';
import type { Failure } from '../../../core/failures.ts';
import { isNewCodeMetric } from '../../../core/gate/causes.ts';
import { byPath, type Finding, type FindingState } from '../../../core/issues/finding.ts';
import type { ConditionFindings } from '../../../core/issues/gateFindings.ts';
import type { FolderGate } from '../../gates/folderGates.ts';
import type { GateRef } from '../../host/arguments.ts';

export interface GateListing extends GateRef {
  readonly projectName: string;
  readonly state: 'reading' | 'read' | 'failed';
  /** Set if the last reading failed. */
  readonly failure?: Failure | undefined;
  readonly groups: readonly ConditionFindings[];
}

export interface Progress {
  readonly left: number;
  readonly total: number;
}

/** The editor keeps rows that it has drawn, so a row holds no list of findings or rows. */
interface RowBase extends GateRef {
  readonly id: string;
  readonly parent: GateRow | undefined;
}

/** A failed gate; only shown where there are several. */
export interface FailedGateRow extends RowBase, Progress {
  readonly kind: 'failedGate';
  readonly projectName: string;
}

export interface ConditionRow extends RowBase, Progress {
  readonly kind: 'condition';
  readonly conditions: readonly [GateCondition, ...GateCondition[]];
  /** Whether its findings are all that the condition counts. */
  readonly isComplete: boolean;
  readonly unread: number;
}

export interface FileRow extends RowBase, Progress {
  readonly kind: 'findingsOfFile';
  /** The metric of the condition above. */
  readonly metricKey: string;
  readonly path: string;
  /** Whether the condition has so few files that the rows below them are shown at once. */
  readonly isExpanded: boolean;
}

export interface FindingRow extends RowBase {
  readonly kind: 'finding';
  readonly finding: Finding;
  readonly state: FindingState;
}

export interface GateNoteRow extends RowBase {
  readonly kind: 'gateNote';
  readonly note:
    | { readonly says: 'reading' | 'nothing' | 'filtered' }
    | { readonly says: 'unread'; readonly count: number }
    | { readonly says: 'failed'; readonly failure: Failure };
}

export type GateRow = FailedGateRow | ConditionRow | FileRow | FindingRow | GateNoteRow;

/** The findings to show. `mine`: those assigned to the account of the connection. */
export type GateFilter = 'all' | 'mine' | 'newCode' | 'issues' | 'hotspots' | 'coverage' | 'duplications';

export interface RowOptions {
  readonly statesIn: (path: string) => (finding: Finding) => FindingState;
  readonly filter: GateFilter;
  readonly login: string | undefined;
}

/** Files of a condition up to which the rows below them are shown at once. */
const fewFiles = 10;

/** Returns the rows of a gate: its failing conditions, or a note in their place. */
export function rowsOfGate(
  listing: GateListing,
  options: RowOptions,
  parent?: FailedGateRow,
): readonly (ConditionRow | GateNoteRow)[] {
  const { state, failure, groups } = listing;
  const base = { ...refOf(listing), parent };
  const id = idOf(listing);
  const note = (said: GateNoteRow['note']): GateNoteRow => ({
    kind: 'gateNote',
    id: `${id}\nnote/${said.says}`,
    note: said,
    ...base,
  });
  const wanted = groups.filter(
    ({ conditions: [first] }) => options.filter !== 'newCode' || isNewCodeMetric(first.metricKey),
  );
  const conditions = wanted
    .map((group) => conditionRow(group, { id, ...base }, options))
    .filter(({ total }) => options.filter === 'all' || total > 0);
  if (failure) return [note({ says: 'failed', failure }), ...conditions];
  if (state === 'reading') return [...conditions, note({ says: 'reading' })];
  if (conditions.length > 0) return conditions;
  return [note({ says: options.filter === 'all' ? 'nothing' : 'filtered' })];
}

export function gateRow(listing: GateListing, options: RowOptions): FailedGateRow {
  return {
    kind: 'failedGate',
    id: idOf(listing),
    parent: undefined,
    projectName: listing.projectName,
    ...refOf(listing),
    ...progressOf(listing, options),
  };
}

/** Returns what is left of all findings of a gate, each counted once. */
export function progressOf({ groups }: Pick<GateListing, 'groups'>, options: RowOptions): Progress {
  const seen = new Set<string>();
  let left = 0;
  for (const { findings } of groups)
    for (const [path, inFile] of filesOf(findings)) {
      const stateOf = options.statesIn(path);
      for (const finding of inFile) {
        if (seen.has(finding.key) || !isWanted(finding, options)) continue;
        seen.add(finding.key);
        if (stateOf(finding) === 'open') left++;
      }
    }
  return { left, total: seen.size };
}

export function rowsBelow(
  row: ConditionRow | FileRow,
  { groups }: Pick<GateListing, 'groups'>,
  options: RowOptions,
): readonly GateRow[] {
  const base = { ...refOf(row), parent: row };
  const metric = row.kind === 'condition' ? row.conditions[0].metricKey : row.metricKey;
  const group = groups.find(({ conditions: [first] }) => first.metricKey === metric);
  const findings = group?.findings ?? [];
  if (row.kind === 'condition') {
    const { id, unread } = row;
    const all = wantedFiles(findings, options);
    const files = all.map(({ path, wanted }): FileRow => ({
      kind: 'findingsOfFile',
      id: `${id}\n${path}`,
      metricKey: metric,
      path,
      ...base,
      ...countOf(path, wanted, options),
      isExpanded: all.length <= fewFiles,
    }));
    if (unread === 0) return files;
    const note = { says: 'unread', count: unread } as const;
    return [...files, { kind: 'gateNote', id: `${id}\nnote/unread`, note, ...base }];
  }
  const stateOf = options.statesIn(row.path);
  return (filesOf(findings).get(row.path) ?? [])
    .filter((finding) => isWanted(finding, options))
    .map((finding): FindingRow => ({
      kind: 'finding',
      id: `${row.id}\n${finding.key}`,
      finding,
      state: stateOf(finding),
      ...base,
    }))
    .filter(({ state }) => state !== 'closed')
    .toSorted((one, other) => (one.finding.line ?? 0) - (other.finding.line ?? 0));
}

export function refOf({ uuid, projectKey, branch }: GateRef): GateRef {
  return { uuid, projectKey, branch };
}

export function refOfGate({ connection, projectKey, gate }: FolderGate): GateRef {
  return { uuid: connection.uuid, projectKey, branch: gate.branch };
}

export function idOf({ uuid, projectKey, branch }: GateRef): string {
  return ['gate', uuid, projectKey, branch ?? ''].join('\n');
}

function conditionRow(
  { conditions, findings, unread, isComplete }: ConditionFindings,
  base: RowBase,
  options: RowOptions,
): ConditionRow {
  const id = `${base.id}\n${conditions[0].metricKey}`;
  const files = wantedFiles(findings, options).map(({ path, wanted }) => countOf(path, wanted, options));
  const sum = (of: (file: Progress) => number) => files.reduce((so, file) => so + of(file), 0);
  return {
    kind: 'condition',
    ...base,
    id,
    conditions,
    unread,
    isComplete,
    left: sum(({ left }) => left),
    total: sum(({ total }) => total),
  };
}

function wantedFiles(findings: readonly Finding[], options: RowOptions) {
  return [...filesOf(findings)]
    .map(([path, inFile]) => ({ path, wanted: inFile.filter((finding) => isWanted(finding, options)) }))
    .filter(({ wanted }) => wanted.length > 0);
}

function countOf(path: string, findings: readonly Finding[], { statesIn }: RowOptions): Progress {
  const stateOf = statesIn(path);
  return {
    left: findings.filter((finding) => stateOf(finding) === 'open').length,
    total: findings.length,
  };
}

/** The files of lists that were read; a list never changes. */
const grouped = new WeakMap<readonly Finding[], ReadonlyMap<string, readonly Finding[]>>();

/** Returns the findings by file, in the order of the paths. */
function filesOf(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const known = grouped.get(findings);
  if (known) return known;
  const files = new Map([...byPath(findings)].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  grouped.set(findings, files);
  return files;
}

function isWanted({ kind, assignee }: Finding, { filter, login }: RowOptions): boolean {
  switch (filter) {
    case 'all':
    case 'newCode':
      return true;
    case 'mine':
      return assignee !== undefined && assignee === login;
    case 'issues':
      return kind === 'issue';
    case 'hotspots':
      return kind === 'hotspot';
    case 'coverage':
      return kind === 'uncovered' || kind === 'partlyCovered';
    case 'duplications':
      return kind === 'duplicated';
  }
}
