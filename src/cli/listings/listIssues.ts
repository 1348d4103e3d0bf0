import { issueSeverity, issueStatusOf, pathInProject, searchIssues } from '../../core/api/issues.ts';
import { printable } from '../../core/printable.ts';
import type { ExitCode } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { projectOf } from '../project/projectOf.ts';
import { openPlatform } from '../session.ts';
import { printPages, type PagingOptions } from './paging.ts';

export interface IssueListOptions extends PagingOptions {
  readonly project?: string;
  readonly branch?: string;
  readonly pullRequest?: string;
  readonly newCode?: true;
  readonly resolved?: true;
  readonly severity?: readonly string[];
  readonly file?: readonly string[];
}

/** Prints the open issues of a project, or with `--resolved` the resolved ones. */
export async function listIssues(
  { session, terminal }: Context,
  options: IssueListOptions,
): Promise<ExitCode> {
  const { branch, pullRequest, newCode, resolved = false, severity, file } = options;
  const project = await projectOf(terminal.host.cwd, options.project);
  const { api, platform } = await openPlatform(session);
  const query = {
    project,
    organization: platform.organization,
    branch,
    pullRequest,
    newCode,
    resolved,
    severities: severity,
    files: file,
  };
  return printPages(terminal, options, (paging) => searchIssues(api, { ...query, ...paging }), {
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
      const place = issue.line === undefined ? pathInProject(issue) : `${pathInProject(issue)}:${issue.line}`;
      const details = [issue.rule, issueSeverity(issue), issue.key].filter((part) => part !== undefined);
      return `${printable(place)}  ${printable(issue.message ?? '')} (${printable(details.join(', '))})`;
    },
  });
}
