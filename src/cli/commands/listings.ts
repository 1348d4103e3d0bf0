import { type Command, Option } from 'commander';
import { listIssues, type IssueListOptions } from '../listings/listIssues.ts';
import { listProjects } from '../listings/listProjects.ts';
import { measures, type MeasureOptions } from '../listings/measures.ts';
import type { PagingOptions } from '../listings/paging.ts';
import type { CommandRow } from '../program.ts';
import { collect, withScope } from '../options.ts';

/** `issues list`, `projects list` and `measures`: what the platform knows, one line per item. */
export const listingCommands: CommandRow = (program, run) => {
  withPaging(
    withScope(
      program
        .command('issues')
        .description('Issues of the platform')
        .command('list')
        .description('List the open issues of a project'),
    ),
  )
    .option('--new-code', 'only issues in new code')
    .option('--resolved', 'list resolved issues instead')
    .option('--severity <level>', 'INFO, MINOR, MAJOR, CRITICAL or BLOCKER; repeatable', collect)
    .option('--file <path>', 'path below the project; repeatable', collect)
    .action(run((context, options: IssueListOptions) => listIssues(context, options)));
  withPaging(
    program
      .command('projects')
      .description('Projects of the platform')
      .command('list')
      .description('List the projects that you can see'),
  )
    .option('-q, --query <text>', 'part of the name or the key')
    .action(
      run((context, options: PagingOptions & { readonly query?: string }) => listProjects(context, options)),
    );
  withScope(program.command('measures').description('Print the measures of a project'))
    .option('-m, --metric <key>', 'metric; repeatable (default: the usual ones)', collect)
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
