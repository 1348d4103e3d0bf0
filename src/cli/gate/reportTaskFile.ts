import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseReportTask } from '../../core/ci/reportTask.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { readInside } from '../../node/files/realPath.ts';
import { CliError } from '../exitCodes.ts';

/** The places where the scanners of the command line, Maven, Gradle and .NET leave the file. */
const usualPlaces = ['.scannerwork', 'target/sonar', 'build/sonar', '.sonarqube/out/.sonar'];
const fileName = 'report-task.txt';

/** Returns the path of the file that the last analysis of a folder left, or undefined. */
export function findReportTask(cwd: string): string | undefined {
  return usualPlaces
    .map((place) => join(place, fileName))
    .find((path) => {
      try {
        return readInside(cwd, path) !== undefined;
      } catch {
        // A link or a folder in the place of the file is the same as no file: the user can name another one.
        return false;
      }
    });
}

/**
 * Reads the file of an analysis on the platform at `baseUrl`.
 *
 * @throws {CliError} for a file that is absent, a link, cut off, or of an analysis on another platform.
 */
export function readReportTask(
  cwd: string,
  path: string,
  baseUrl: string,
): ReturnType<typeof parseReportTask> {
  const file = resolve(cwd, path);
  const bytes = bytesOf(file, path);
  if (bytes === undefined)
    throw new CliError(`${path} does not exist.`, {
      fix: 'Run the scanner first. It prints the path of its report-task.txt.',
    });
  try {
    return parseReportTask(bytes.toString('utf8'), path, baseUrl);
  } catch (cause) {
    const isOther = Failure.is(cause, 'wrongOrigin');
    throw new CliError(`${messageOf(cause)}.`, {
      fix: isOther
        ? 'Check the address of the platform (SERVICE_URL). If one platform has two addresses, name the task instead: --task ID.'
        : 'Run the analysis again, or name its task with --task ID.',
      cause,
    });
  }
}

function bytesOf(file: string, path: string): Buffer | undefined {
  try {
    return readInside(realpathSync.native(dirname(file)), basename(file));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new CliError(`${path} could not be read: ${messageOf(cause)}.`, { cause });
  }
}
