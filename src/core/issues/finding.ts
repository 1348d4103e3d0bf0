import { parsePlatformDate } from '../api/dates.ts';
import type { Hotspot } from '../api/hotspots.ts';
import { issueSeverity, pathInProject, type Flow, type Issue, type TextRange } from '../api/issues.ts';
import { platformWords } from '../api/texts.ts';

/** Related places of one finding. Data flows may have hundreds. */
const mostRelated = 20;

/** A place that explains a finding, in the same file. */
interface RelatedPlace {
  /** One line; may be empty. */
  readonly message: string;
  readonly range: TextRange;
}

/** Lines that a condition about coverage or duplications counts. `partlyCovered`: some of their branches never ran. */
export type LineKind = 'uncovered' | 'partlyCovered' | 'duplicated';

/** An issue, a security hotspot that is to be reviewed, or lines that a condition of a gate counts, in one file. */
export interface Finding {
  readonly kind: 'issue' | 'hotspot' | LineKind;
  /** The platform's key of the issue or the hotspot; for lines, a key of this program. */
  readonly key: string;
  /** Key of the rule, `repository:rule`. Platforms before 9.5 give none for a hotspot. */
  readonly rule: string | undefined;
  /** One line; empty for lines, which each host words. */
  readonly message: string;
  /** Severities of the impacts, such as `MAINTAINABILITY HIGH`; before 10.2 the old severity; undefined if unknown. */
  readonly severity: string | undefined;
  /** Path below the project, with slashes. */
  readonly path: string;
  /** 1-based; undefined for a finding about the file as a whole. */
  readonly line: number | undefined;
  readonly range: TextRange | undefined;
  /** At most 20. Those in other files are left out: only the analyzed text of a file shows where its lines are now. */
  readonly related: readonly RelatedPlace[];
  /** MD5 of the line without white space. The list of hotspots has none. */
  readonly hash: string | undefined;
  /** The transitions that the user may make, such as `falsepositive`; empty if they were not requested. */
  readonly transitions: readonly string[];
  readonly assignee: string | undefined;
  /** Milliseconds since the epoch, by the platform's clock. */
  readonly createdAt: number | undefined;
}

/**
 * `open`: to do. `edited`: its line was edited or deleted since the analysis, so it is probably fixed. `closed`: the
 * user has changed its status.
 */
export type FindingState = 'open' | 'edited' | 'closed';

/** Returns the issue as a finding; undefined for an issue of the project or a folder, which is in no file. */
export function findingOfIssue(issue: Issue): Finding | undefined {
  const path = pathIn(issue);
  if (path === undefined) return undefined;
  return {
    ...commonOf(issue, path),
    kind: 'issue',
    rule: issue.rule,
    severity: issueSeverity(issue),
    hash: issue.hash,
    transitions: issue.transitions ?? [],
  };
}

export function findingOfHotspot(hotspot: Hotspot): Finding | undefined {
  const path = pathIn(hotspot);
  if (path === undefined) return undefined;
  return {
    ...commonOf(hotspot, path),
    kind: 'hotspot',
    rule: hotspot.ruleKey,
    severity: hotspot.vulnerabilityProbability,
    hash: undefined,
    transitions: [],
  };
}

export function byPath(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.path);
    if (group) group.push(finding);
    else groups.set(finding.path, [finding]);
  }
  return groups;
}

function commonOf(
  { key, message, component, line, textRange, flows, assignee, creationDate }: Issue | Hotspot,
  path: string,
): Pick<Finding, 'key' | 'message' | 'path' | 'line' | 'range' | 'related' | 'assignee' | 'createdAt'> {
  return {
    key,
    message: platformWords(message ?? key),
    path,
    line,
    range: textRange,
    related: flows && flows.length > 0 ? relatedIn(component, flows) : noPlaces,
    assignee,
    createdAt: creationDate === undefined ? undefined : parsePlatformDate(creationDate),
  };
}

const noPlaces: readonly RelatedPlace[] = [];

function relatedIn(file: string, flows: readonly Flow[]): readonly RelatedPlace[] {
  return flows
    .flatMap(({ locations }) => locations)
    .flatMap(({ component = file, textRange, msg = '' }) =>
      textRange && component === file ? [{ message: platformWords(msg), range: textRange }] : [],
    )
    .slice(0, mostRelated);
}

/** Returns the path of the file in its project; undefined for the project itself. */
function pathIn(item: Issue | Hotspot): string | undefined {
  const path = pathInProject(item);
  return path === item.component || path === '' ? undefined : path;
}
