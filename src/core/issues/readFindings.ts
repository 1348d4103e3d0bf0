import type { Api, Page } from '../api/client.ts';
import { searchHotspots } from '../api/hotspots.ts';
import { searchIssues, type IssueQuery } from '../api/issues.ts';
import { searchFileMeasures } from '../api/measures.ts';
import { branchOrPullRequest, type GateId } from '../gate/model.ts';
import { newCodeFilter } from '../gate/causes.ts';
import { findingOfHotspot, findingOfIssue, type Finding } from './finding.ts';

const pageSize = 500;
/** The platform answers no page beyond this number of findings of one search. */
const searchLimit = 10_000;
/** Files of one search when a project has more issues than one search answers. More would make the address too long. */
const filesPerSearch = 50;

export interface FindingScope extends GateId {
  /** Required on the cloud, absent elsewhere. */
  readonly organization: string | undefined;
  /** Only findings of the new-code period. */
  readonly newCode: boolean;
  /** Path of one file below the project; without it, all files. */
  readonly path?: string | undefined;
}

export interface FindingList {
  readonly findings: readonly Finding[];
  /** The number of findings on the platform, also those that were not read and those outside of files. */
  readonly total: number;
}

export interface ReadOptions {
  readonly api: Api;
  /** No further page is read after this number of findings. */
  readonly limit: number;
  /** If the platform has more, only the first page is read. */
  readonly onlyUpTo?: number;
  /** Gets what was read up to now, after each page. */
  readonly onPage?: (soFar: FindingList) => void;
}

/** Reads the open issues up to the limit, page by page; by groups of files if there are more than a search answers. */
export async function readIssues(
  scope: FindingScope,
  options: ReadOptions,
  filter: Pick<IssueQuery, 'types' | 'severities' | 'impactSoftwareQualities'> = {},
): Promise<FindingList> {
  const { project, branch, organization, newCode, path } = scope;
  const { api, limit, onlyUpTo = Infinity } = options;
  const query = {
    ...newCodeOf(branch, newCode),
    ...filter,
    organization,
    resolved: false,
    project: path === undefined ? project : `${project}:${path}`,
    additionalFields: ['transitions'] as const,
  };
  const search = (files: readonly string[] | undefined, reading: ReadOptions) =>
    readPages(reading, findingOfIssue, (page) => searchIssues(api, { ...query, files, page, pageSize }));
  const first = await search(undefined, { ...options, limit: Math.min(limit, searchLimit) });
  const { total } = first;
  if (total <= searchLimit || limit <= searchLimit || total > onlyUpTo) return first;
  const found = new Map(first.findings.map((finding) => [finding.key, finding]));
  for await (const files of fileGroups(scope, options)) {
    const { findings } = await search(files, { api, limit: searchLimit });
    for (const finding of findings) found.set(finding.key, finding);
    options.onPage?.({ findings: [...found.values()], total });
    if (found.size >= limit) break;
  }
  return { findings: [...found.values()], total };
}

/** Yields the paths of the files with issues, those with the most first, in groups that one search can answer. */
async function* fileGroups(
  { project, branch, newCode }: FindingScope,
  { api }: ReadOptions,
): AsyncGenerator<readonly string[]> {
  const metric = newCode ? 'new_violations' : 'violations';
  let group: string[] = [];
  let count = 0;
  for (let page = 1, read = 0; ; page++) {
    const scope = { component: project, ...branchOrPullRequest(branch), metrics: [metric], sort: metric };
    const query = { ...scope, ascending: false, page, pageSize };
    const { items, total } = await searchFileMeasures(api, query);
    for (const { path, measures } of items) {
      const issues = Number(measures[metric]);
      if (path === undefined || !(issues > 0)) continue;
      if (group.length > 0 && (group.length === filesPerSearch || count + issues > searchLimit)) {
        yield group;
        group = [];
        count = 0;
      }
      group.push(path);
      count += issues;
    }
    read += items.length;
    if (items.length === 0 || read >= total) break;
  }
  if (group.length > 0) yield group;
}

export function readHotspots(
  { project, branch, organization, newCode, path }: FindingScope,
  options: ReadOptions,
): Promise<FindingList> {
  const { api } = options;
  const query = {
    ...newCodeOf(branch, newCode),
    project,
    status: 'TO_REVIEW' as const,
    cloud: organization !== undefined,
    files: path === undefined ? undefined : [path],
  };
  return readPages(options, findingOfHotspot, (page) => searchHotspots(api, { ...query, page, pageSize }));
}

function newCodeOf(branch: string | undefined, newCode: boolean) {
  const selection = branchOrPullRequest(branch);
  return { ...selection, newCode: newCodeFilter(newCode, selection) };
}

async function readPages<T>(
  { limit, onlyUpTo = Infinity, onPage }: ReadOptions,
  findingOf: (item: T) => Finding | undefined,
  read: (page: number) => Promise<Page<T>>,
): Promise<FindingList> {
  const findings: Finding[] = [];
  const share = sharing();
  for (let page = 1; ; page++) {
    const { items, total } = await read(page);
    for (const item of items) {
      const finding = findingOf(item);
      if (finding) findings.push(share(finding));
    }
    onPage?.({ findings: [...findings], total });
    const isEnough = items.length === 0 || total > onlyUpTo || page * pageSize >= Math.min(total, limit);
    if (isEnough) return { findings, total };
  }
}

/** Returns a function that makes findings share equal texts and lists, of which each answer has many copies. */
function sharing(): (finding: Finding) => Finding {
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const shared = <T>(known: Map<string, T>, id: string, value: T): T => {
    const before = known.get(id);
    if (before === undefined) known.set(id, value);
    return before ?? value;
  };
  const text = (value: string) => shared(texts, value, value);
  const ifAny = (value: string | undefined) => (value === undefined ? undefined : text(value));
  return (finding) => ({
    ...finding,
    rule: ifAny(finding.rule),
    message: text(finding.message),
    severity: ifAny(finding.severity),
    path: text(finding.path),
    transitions: shared(lists, finding.transitions.join(' '), finding.transitions),
    assignee: ifAny(finding.assignee),
  });
}
