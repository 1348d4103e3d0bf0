import * as z from 'zod';
import { isoDateTime } from '../../core/api/dates.ts';
import { issueSeverity, issueStatusOf, pathInProject, type Issue } from '../../core/api/issues.ts';

/** A date-time in an answer: ISO 8601 with offset, for every format in which platforms send it. */
export const dateTime = z.string().transform(isoDateTime);

export const issueRow = z.strictObject({
  key: z.string(),
  project: z.string(),
  file: z.string(),
  line: z.number().optional(),
  rule: z.string(),
  severity: z.string().optional(),
  status: z.string(),
  message: z.string().optional(),
});

/** Returns the part of an issue that tools answer, so that agents pay for no other tokens. */
export function issueRowOf(issue: Issue): z.input<typeof issueRow> {
  const { key, project, line, rule, message } = issue;
  return {
    key,
    project,
    file: pathInProject(issue),
    line,
    rule,
    severity: issueSeverity(issue),
    status: issueStatusOf(issue),
    message,
  };
}
