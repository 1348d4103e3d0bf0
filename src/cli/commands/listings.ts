import { type Command, Option } from 'commander';
import type { CommandRow, Context } from '../program.ts';
import { collect, withScope } from '../options.ts';
import { issueSeverity, issueStatusOf, pathInProject, searchIssues } from '../../core/api/issues.ts';
import { printable } from '../../core/printable.ts';
import { type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import { projectOf } from '../project/findProject.ts';
import { onPlatform } from '../session.ts';
import { searchProjects, showProject } from '../../core/api/components.ts';
import { getComponentMeasures } from '../../core/api/measures.ts';
import type { Api, Page } from '../../core/api/client.ts';
import { Failure } from '../../core/failures.ts';
import type { OpenedPlatform, ProjectScope } from '../failedCall.ts';
import type { Terminal } from '../terminal.ts';

/** Adds `issues list`, `projects list` and `measures`, which print one line per item. */
export const listingCommands: CommandRow = (program, run) => {
  withPaging(
    withScope(
      program
        .command('issues')
        .description('Read the issues of the platform')
        .command('list')
        .description('List the open issues of a project'),
    ),
  )
    .option('--new-code', 'only issues on new code')
    .option('--resolved', 'list resolved issues instead')
    .option('--severity <level>', 'INFO, MINOR, MAJOR, CRITICAL or BLOCKER; repeatable', collect)
    .option('--file <path>', 'path below the project; repeatable', collect)
    .action(run((context, options: IssueListOptions) => listIssues(context, options)));
  withPaging(
    program
      .command('projects')
      .description('Read the projects of the platform')
      .command('list')
      .description('List the projects that you can see'),
  )
    .option('-q, --query <text>', 'part of the name or the key')
    .action(
      run((context, options: PagingOptions & { readonly query?: string }) => listProjects(context, options)),
    );
  withScope(program.command('measures').description('Print the measures of a project'))
    .option(
      '-m, --metric <key>',
      'key of a metric; repeatable (default: the quality gate, size, issues, coverage and duplication)',
      collect,
    )
    .option('--json', 'print one JSON line per measure')
    .action(run((context, options: MeasureOptions) => measures(context, options)));
};

function withPaging(command: Command): Command {
  return command
    .option('--page <number>', 'page to print, from 1')
    .option('--limit <number>', 'items per page, at most 500', '100')
    .addOption(new Option('--all', 'print all pages').conflicts(['page']))
    .option('--json', 'print one JSON line per item');
}

interface IssueListOptions extends PagingOptions {
  readonly project?: string;
  readonly branch?: string;
  readonly pullRequest?: string;
  readonly newCode?: true;
  readonly resolved?: true;
  readonly severity?: readonly string[];
  readonly file?: readonly string[];
}

/** Prints the open issues of a project, or with `--resolved` the resolved ones. */
async function listIssues({ session, terminal }: Context, options: IssueListOptions): Promise<ExitCode> {
  const { branch, pullRequest, newCode, resolved = false, severity, file } = options;
  const project = await projectOf(terminal.host.cwd, options.project);
  const scope = { project, branch, pullRequest, newCode, resolved, severities: severity, files: file };
  const read = async ({ api, platform: { organization } }: OpenedPlatform): Promise<ExitCode> =>
    printPages(terminal, options, (paging) => searchIssues(api, { ...scope, organization, ...paging }), {
      onNothing: () => requireShown(api, { project, branch, pullRequest }),
      record: (issue) => ({
        key: issue.key,
        file: pathInProject(issue),
        line: issue.line,
        rule: issue.rule,
        severity: issueSeverity(issue),
        type: issue.type,
        status: issueStatusOf(issue),
        message: issue.message,
      }),
      text: (issue) => {
        const place =
          issue.line === undefined ? pathInProject(issue) : `${pathInProject(issue)}:${issue.line}`;
        const details = [issue.rule, issueSeverity(issue), issue.key].filter((part) => part !== undefined);
        return `${printable(place)}  ${printable(issue.message ?? '')} (${printable(details.join(', '))})`;
      },
    });
  return onPlatform(session, read, { project, branch, pullRequest });
}

/**
 * Rejects with `notFound` for a project, branch or pull request that the platform does not know. A search for its issues
 * finds nothing there and does not fail.
 */
async function requireShown(api: Api, { project, branch, pullRequest }: ProjectScope): Promise<void> {
  try {
    await showProject(api, project, {}, { branch, pullRequest });
  } catch (error) {
    // An analysis token may search for issues, but not show a project.
    if (!Failure.is(error, 'forbidden')) throw error;
  }
}

/** Prints the projects that the user of the token may browse, by name. */
async function listProjects(
  { session, terminal }: Context,
  { query, ...options }: PagingOptions & { readonly query?: string },
): Promise<ExitCode> {
  return onPlatform(session, ({ api, platform: { organization } }) =>
    printPages(
      terminal,
      options,
      (paging) =>
        searchProjects(api, { ...(query !== undefined && { text: query }), organization, ...paging }),
      { record: ({ key, name }) => ({ key, name }), text: ({ key, name }) => printable(`${key}  ${name}`) },
    ),
  );
}

interface MeasureOptions {
  readonly project?: string;
  readonly branch?: string;
  readonly pullRequest?: string;
  readonly metric?: readonly string[];
}

const usual = [
  'alert_status',
  'ncloc',
  'bugs',
  'vulnerabilities',
  'code_smells',
  'security_hotspots',
  'coverage',
  'duplicated_lines_density',
  'new_violations',
  'new_coverage',
  'new_duplicated_lines_density',
] as const;

/** Prints the measures of a project, one line per metric. Metrics without a value are left out. */
async function measures({ session, terminal }: Context, options: MeasureOptions): Promise<ExitCode> {
  const { branch, pullRequest, metric: metrics = usual } = options;
  const component = await projectOf(terminal.host.cwd, options.project);
  const found = await onPlatform(
    session,
    ({ api }) =>
      terminal.during(
        'Contacting the platform',
        getComponentMeasures(api, { component, branch, pullRequest, metrics }),
      ),
    { project: component, branch, pullRequest },
  );
  const rows = metrics.flatMap((metric) => {
    const value = found.measures[metric];
    return value === undefined ? [] : [{ metric, value }];
  });
  terminal.items(rows, ({ metric, value }) => printable(`${metric}  ${value}`));
  if (rows.length === 0) terminal.say(`${component} has no value for these metrics.`);
  return exitCodes.fine;
}

interface PagingOptions {
  readonly page?: string;
  readonly limit: string;
  readonly all?: true;
}

/** How the items of a list are printed. */
interface Printing<T> {
  /** The item with `--json`. */
  readonly record: (item: T) => unknown;
  readonly text: (item: T) => string;
  /** Runs before the message that nothing was found; rejects when there is another reason. */
  readonly onNothing?: () => Promise<void>;
}

/** The largest page of the platform, and the number of items that it returns of one search. */
const largestPage = 500;
const reachable = 10_000;

/**
 * Prints one page of a list, or with `--all` every page as it comes, one line per item. Standard error gets the number of
 * the items that are left out.
 *
 * @param read Returns one page; pages count from 1.
 */
async function printPages<T>(
  terminal: Terminal,
  { page: givenPage = '1', limit: givenLimit, all }: PagingOptions,
  read: (paging: { readonly page: number; readonly pageSize: number }) => Promise<Page<T>>,
  { record, text, onNothing }: Printing<T>,
): Promise<ExitCode> {
  const first = wholeNumber('--page', givenPage, reachable);
  const pageSize = all ? largestPage : wholeNumber('--limit', givenLimit, largestPage);
  for (let page = first, shown = 0; ; page++) {
    const { items, total } = await terminal.during('Contacting the platform', read({ page, pageSize }));
    for (const item of items) terminal.answer(record(item), () => text(item));
    shown += items.length;
    const end = page * pageSize;
    const isLast = end >= total || items.length === 0;
    if (!all || isLast || end >= reachable) {
      const from = (first - 1) * pageSize;
      if (total === 0) {
        await onNothing?.();
        terminal.say('Nothing found.');
      } else if (shown < total)
        terminal.say(rangeText({ from, shown, total, isLast, all: all === true, page }));
      return exitCodes.fine;
    }
  }
}

function rangeText(range: {
  readonly from: number;
  readonly shown: number;
  readonly total: number;
  readonly isLast: boolean;
  readonly all: boolean;
  readonly page: number;
}): string {
  const { from, shown, total, isLast, all, page } = range;
  const what =
    shown === 0
      ? `No items on this page of ${total}.`
      : `Showing ${from + 1} to ${from + shown} of ${total}.`;
  if (all) return isLast ? what : `${what} The platform returns only the first ${reachable} of a search.`;
  return isLast ? what : `${what} Next: --page ${page + 1}, or --all.`;
}

function wholeNumber(option: string, text: string, largest: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > largest)
    throw invalidOptions(`${option} ${text} is not a number from 1 to ${largest}`);
  return value;
}
