import * as z from 'zod/mini';
import { parseProperties } from '../bindings/suggestions/properties.ts';
import { Failure } from '../failures.ts';
import { parse } from '../parsing.ts';

/** The task that a scanner queued, from the file `report-task.txt` that it leaves in its working folder. */
interface ReportTask {
  readonly project: string;
  readonly taskId: string;
}

const present = z.string().check(z.minLength(1));
const taskId = z.string().check(z.regex(/^[\w-]{1,100}$/));
const reportFile = z.object({
  projectKey: present,
  serverUrl: present,
  ceTaskId: taskId,
  ceTaskUrl: present,
});

/**
 * Parses the text of a `report-task.txt`. A build writes it, so an author of code that the build runs can change it: only the
 * project and the task are used, for requests to the platform at `baseUrl`. The address in the file is compared and never
 * called.
 *
 * @param path the path of the file, for the error message
 * @throws {Failure} `malformed` for a file that is cut off or is no such file, `wrongOrigin` for one of another platform
 */
export function parseReportTask(text: string, path: string, baseUrl: string): ReportTask {
  const fields = Object.fromEntries(parseProperties(text));
  const { projectKey, serverUrl, ceTaskId, ceTaskUrl } = parse(reportFile, fields, path);
  // The scanner writes this line last, so it shows whether the file is complete.
  if (idIn(ceTaskUrl) !== ceTaskId)
    throw new Failure(
      'malformed',
      `${path}: ceTaskUrl does not name the task ${ceTaskId}; is the file cut off?`,
    );
  const origin = originOf(serverUrl);
  // The address may contain credentials, so only its origin is quoted.
  if (origin !== originOf(baseUrl))
    throw new Failure(
      'wrongOrigin',
      `${path} was written by an analysis for ${origin ?? 'an invalid address'}, but the connection is to ${baseUrl}`,
    );
  return { project: projectKey, taskId: ceTaskId };
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function idIn(address: string): string | undefined {
  return URL.canParse(address) ? (new URL(address).searchParams.get('id') ?? undefined) : undefined;
}
