import type { CommandRow, Context } from '../program.ts';
import { collect, type ScopeOptions, withScope } from '../options.ts';
import { type PagingOptions, printPages, withPaging } from '../paging.ts';
import { printable } from '../../core/printable.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { projectOf } from '../project/findProject.ts';
import { onPlatform } from '../session.ts';
import { searchProjects } from '../../core/api/components.ts';
import { getComponentMeasures } from '../../core/api/measures.ts';
import { widest } from '../terminal.ts';

/** Adds `projects list` and `measures`, which print one line per item. */
export const listingCommands: CommandRow = (program, run) => {
  withPaging(
    program
      .command('projects')
      .description('Read the projects of the platform')
      .command('list')
      .description('List the projects that you can see'),
  )
    .option('-q, --query <text>', 'part of the name or the key')
    .action(run(listProjects));
  withScope(program.command('measures').description('Print the measures of a project'))
    .option(
      '-m, --metric <key>',
      'key of a metric; repeatable (default: the quality gate, size, issues, coverage and duplication)',
      collect,
    )
    .option('--json', 'print one JSON line per measure')
    .action(run(measures));
};

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
      (items) => {
        const width = widest(items.map(({ key }) => key));
        const rows = items.map(({ key, name }) => ({ key, name }));
        terminal.items(rows, ({ key, name }) => printable(`${key.padEnd(width)}  ${name}`));
      },
    ),
  );
}

interface MeasureOptions extends ScopeOptions {
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
  const width = widest(rows.map(({ metric }) => metric));
  terminal.items(rows, ({ metric, value }) => printable(`${metric.padEnd(width)}  ${value}`));
  if (rows.length === 0) terminal.say(`${component} has no value for these metrics.`);
  return exitCodes.fine;
}
