import { Option } from 'commander';
import {
  searchIssues,
  issueSeverity,
  issueStatusOf,
  type Issue,
  pathInProject,
  type IssueQuery,
  oldSeverities,
} from '../../core/api/issues.ts';
import { showProject } from '../../core/api/components.ts';
import type { Api, Page } from '../../core/api/client.ts';
import { Failure } from '../../core/failures.ts';
import { printable } from '../../core/printable.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import type { OpenedPlatform, ProjectScope } from '../failedCall.ts';
import { collect, type ScopeOptions, withScope } from '../options.ts';
import { type PagingOptions, printPages, withPaging, largestPage, reachable } from '../paging.ts';
import type { CommandRow, Context } from '../program.ts';
import { projectOf } from '../project/findProject.ts';
import { onPlatform } from '../session.ts';
import { type Colour, type Terminal, widest } from '../terminal.ts';
import { counted, grouped } from '../../core/counted.ts';
import { formatPlatformDate } from '../../core/api/dates.ts';

/** Severities of both vocabularies, the worst first, with the colour of each. */
const severityColours: ReadonlyMap<string, Colour> = new Map([
  ['BLOCKER', 'red'],
  ['CRITICAL', 'red'],
  ['HIGH', 'red'],
  ['MAJOR', 'yellow'],
  ['MEDIUM', 'yellow'],
  ['MINOR', 'dim'],
  ['LOW', 'dim'],
  ['INFO', 'dim'],
]);
const severityOrder = [...severityColours.keys()];

export const issuesCommand: CommandRow = (program, run) =>
  withPaging(
    withScope(
      program
        .command('issues')
        .description('Read the issues of the platform')
        .command('list')
        .description('List the open issues of a project, by file'),
    ),
  )
    .option('--new-code', 'only issues on new code')
    .option('--resolved', 'list resolved issues instead')
    .addOption(
      new Option('--severity <level...>', 'severity of issues to list; repeatable').choices(severityOrder),
    )
    .option('--file <path>', 'path below the project; repeatable', collect)
    .action(run(listIssues));

interface IssueListOptions extends PagingOptions, ScopeOptions {
  readonly newCode?: true;
  readonly resolved?: true;
  readonly severity?: readonly string[];
  readonly file?: readonly string[];
}

async function listIssues({ session, terminal }: Context, options: IssueListOptions): Promise<ExitCode> {
  const { branch, pullRequest, newCode, resolved = false, severity, file } = options;
  const project = await projectOf(terminal.host.cwd, options.project);
  const scope = {
    project,
    branch,
    pullRequest,
    newCode,
    resolved,
    severities: severity?.map((level) => oldSeverities[level] ?? level),
    files: file,
  };
  const list = issueText(terminal);
  const print = (issues: readonly Issue[]): void => {
    if (terminal.json) terminal.items(issues.map(recordOf), () => '');
    else list.print(issues);
  };
  const read = async ({ api, platform: { organization } }: OpenedPlatform): Promise<ExitCode> => {
    const search: IssueSearch = (part) =>
      searchIssues(api, { ...scope, organization, byFile: true, ...part });
    const onNothing = () => requireShown(api, { project, branch, pullRequest });
    // The platform refuses dates together with new code.
    if (options.all !== true || newCode === true)
      return printPages(terminal, options, search, print, onNothing);
    const { total, missing } = await everyIssue(
      (part) => terminal.during('Contacting the platform', search(part)),
      print,
    );
    if (total === 0) {
      await onNothing();
      terminal.say('Nothing found.');
    }
    if (missing > 0)
      terminal.warn(
        `${grouped(missing)} of ${counted(total, 'issue')} are missing: the platform returns only the first of those that one analysis created.`,
      );
    return exitCodes.fine;
  };
  const exitCode = await onPlatform(session, read, { project, branch, pullRequest });
  list.end();
  return exitCode;
}

function recordOf(issue: Issue): Record<string, unknown> {
  return {
    key: issue.key,
    file: pathInProject(issue),
    line: issue.line,
    rule: issue.rule,
    severity: issueSeverity(issue),
    type: issue.type,
    status: issueStatusOf(issue),
    message: issue.message,
  };
}

function issueText(terminal: Terminal): { print: (issues: readonly Issue[]) => void; end: () => void } {
  const files = new Set<string>();
  const severities = new Map<string, number>();
  let count = 0;
  let lastFile: string | undefined;

  function print(issues: readonly Issue[]): void {
    const lineWidth = widest(issues.map(({ line }) => String(line ?? '-')));
    const severityWidth = widest(issues.map(severityOf));
    for (const issue of issues) {
      const file = pathInProject(issue);
      const severity = severityOf(issue);
      if (file !== lastFile) terminal.heading(terminal.paint('bold', printable(file)));
      lastFile = file;
      files.add(file);
      severities.set(severity, (severities.get(severity) ?? 0) + 1);
      count++;
      const place = String(issue.line ?? '-').padStart(lineWidth);
      const level = printable(severity.padEnd(severityWidth));
      const rule = terminal.paint('dim', printable(issue.rule));
      const colour = severityColours.get(severity) ?? 'dim';
      terminal.heading(
        `  ${place}  ${terminal.paint(colour, level)}  ${printable(issue.message ?? '')}  ${rule}`,
      );
    }
  }

  function end(): void {
    if (count === 0) return;
    const rank = (severity: string): number => severityOrder.indexOf(severity);
    const parts = [...severities]
      .sort(([a], [b]) => rank(a) - rank(b))
      .map(([severity, times]) => `${grouped(times)} ${printable(severity)}`);
    const sum = `${counted(count, 'issue')} in ${counted(files.size, 'file')}: ${parts.join(', ')}`;
    terminal.heading(terminal.paint('bold', sum));
  }

  return { print, end };
}

/** The severity that `--severity` selects; newer platforms may give impacts only. */
function severityOf({ severity, impacts = [] }: Issue): string {
  const levels = impacts.map((impact) => impact.severity);
  return severity ?? severityOrder.find((level) => levels.includes(level)) ?? '-';
}

/** Rejects with `notFound` for an unknown project, branch or pull request, for which a search of issues succeeds. */
async function requireShown(api: Api, { project, branch, pullRequest }: ProjectScope): Promise<void> {
  try {
    await showProject(api, project, { branch, pullRequest });
  } catch (error) {
    // An analysis token may search for issues, but not show a project.
    if (!Failure.is(error, 'forbidden')) throw error;
  }
}

type Part = Required<Pick<IssueQuery, 'page' | 'pageSize'>> &
  Pick<IssueQuery, 'createdAfter' | 'createdBefore'>;
type IssueSearch = (part: Part) => Promise<Page<Issue>>;

const secondMs = 1000;

/**
 * Reads every issue of a search, page by page. The platform returns only the first 10,000 of a search, so one with more
 * is split by the dates on which the issues were created, until each part is small enough.
 */
async function everyIssue(
  search: IssueSearch,
  onPage: (issues: readonly Issue[]) => void,
): Promise<{ readonly total: number; readonly missing: number }> {
  const readPages = async (
    dates: Pick<Part, 'createdAfter' | 'createdBefore'>,
    first: Page<Issue>,
  ): Promise<number> => {
    onPage(first.items);
    let read = first.items.length;
    const last = Math.min(first.total, reachable);
    for (let page = 2; (page - 1) * largestPage < last; page++) {
      const { items } = await search({ ...dates, page, pageSize: largestPage });
      onPage(items);
      read += items.length;
    }
    return read;
  };
  /** From `start` (inclusive) to `end` (exclusive), in milliseconds since the epoch; both are whole seconds. */
  const readPeriod = async (start: number, end: number): Promise<number> => {
    const dates = { createdAfter: formatPlatformDate(start), createdBefore: formatPlatformDate(end) };
    const first = await search({ ...dates, page: 1, pageSize: largestPage });
    const middle = Math.floor((start + end) / 2 / secondMs) * secondMs;
    if (first.total <= reachable || middle === start) return readPages(dates, first);
    return (await readPeriod(middle, end)) + (await readPeriod(start, middle));
  };
  const first = await search({ page: 1, pageSize: largestPage });
  const { total } = first;
  if (total <= reachable) return { total, missing: total - (await readPages({}, first)) };
  const tomorrow = Math.ceil(Date.now() / secondMs) * secondMs + 24 * 3600 * secondMs;
  return { total, missing: total - (await readPeriod(0, tomorrow)) };
}
