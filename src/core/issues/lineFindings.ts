import type { Api } from '../api/client.ts';
import { searchFileMeasures } from '../api/measures.ts';
import { getSourceLines, type FileScope, type SourceLine } from '../api/sources.ts';
import { Failure } from '../failures.ts';
import { branchOrPullRequest, type GateId } from '../gate/model.ts';
import type { Finding, LineKind } from './finding.ts';

/** The files with the most lines of a kind that are read, one request each. */
const mostFiles = 20;

/** Lines that a condition counts: the kind of their findings, and whether a line is one of them. */
interface CountedLines {
  readonly kind: LineKind;
  readonly isCounted: (line: SourceLine) => boolean;
  /** Whether a line interrupts a group; blank lines and comments between two counted ones do not. */
  readonly isOther: (line: SourceLine) => boolean;
}

/** Maps the metric of a condition's reason, without the prefix `new_`, to the lines that the condition counts. */
const countedLines: ReadonlyMap<string, CountedLines> = new Map(
  Object.entries<CountedLines>({
    uncovered_lines: {
      kind: 'uncovered',
      isCounted: ({ lineHits }) => lineHits === 0,
      isOther: ({ lineHits = 0 }) => lineHits > 0,
    },
    uncovered_conditions: {
      kind: 'partlyCovered',
      isCounted: ({ conditions = 0, coveredConditions = 0 }) => coveredConditions < conditions,
      isOther: () => true,
    },
    duplicated_lines: {
      kind: 'duplicated',
      isCounted: ({ duplicated }) => duplicated === true,
      isOther: () => true,
    },
  }),
);

interface LineQuery extends GateId {
  readonly newCode: boolean;
}

/**
 * Reads the lines that make a condition about coverage or duplications fail, as one finding for each group of lines.
 * @param metric the metric of the reason of the condition, such as `uncovered_lines`
 * @returns `isComplete`: false if files were left out or have none of the lines, and for a metric that counts no lines.
 */
export async function readLineFindings(
  { project, branch, newCode }: LineQuery,
  metric: string,
  api: Api,
): Promise<{ readonly findings: readonly Finding[]; readonly isComplete: boolean }> {
  const counted = countedLines.get(metric);
  if (!counted) return { findings: [], isComplete: false };
  const selection = branchOrPullRequest(branch);
  const sort = newCode ? `new_${metric}` : metric;
  const { items, total } = await searchFileMeasures(api, {
    component: project,
    ...selection,
    metrics: [sort],
    sort,
    ascending: false,
    pageSize: mostFiles,
  });
  const findings: Finding[] = [];
  const files = items.filter(({ measures }) => Number(measures[sort]) > 0);
  for (const { key, path = key } of files) {
    const lines = await readSourceLines(api, { key, ...selection });
    for (const group of groupsOf(lines, counted, newCode)) findings.push(findingOf(path, group, counted));
  }
  const isEach = items.length === total || files.length < items.length;
  const found = new Set(findings.map(({ path }) => path));
  return { findings, isComplete: isEach && found.size > 0 && found.size === files.length };
}

/** Returns the lines of a file; none if the user may not see its code. */
export async function readSourceLines(api: Api, file: FileScope): Promise<readonly SourceLine[]> {
  try {
    return await getSourceLines(api, file);
  } catch (error) {
    if (Failure.is(error, 'forbidden') || Failure.is(error, 'notFound')) return [];
    throw error;
  }
}

/** A group of lines, 1-based; both are included. */
interface LineGroup {
  readonly first: number;
  last: number;
}

function groupsOf(
  lines: readonly SourceLine[],
  { isCounted, isOther }: CountedLines,
  newCode: boolean,
): readonly LineGroup[] {
  const groups: LineGroup[] = [];
  let open: LineGroup | undefined;
  for (const line of lines) {
    // A platform that does not say which lines are new has only measures of new code for the whole file.
    if (isCounted(line) && !(newCode && line.isNew === false)) {
      if (open) open.last = line.line;
      else groups.push((open = { first: line.line, last: line.line }));
    } else if (isOther(line) || (newCode && line.isNew === false)) open = undefined;
  }
  return groups;
}

function findingOf(path: string, { first, last }: LineGroup, { kind }: CountedLines): Finding {
  return {
    kind,
    key: `${kind}:${path}:${first}`,
    path,
    line: first,
    range: { startLine: first, endLine: last, startOffset: 0, endOffset: Number.MAX_SAFE_INTEGER },
    message: '',
    rule: undefined,
    severity: undefined,
    related: [],
    hash: undefined,
    transitions: [],
    assignee: undefined,
    createdAt: undefined,
  };
}
