import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { Failure, messageOf } from '../../core/failures.ts';
import { realPathInside } from '../../node/files/realPath.ts';
import type { FileFacts } from '../store/analyses/files.ts';

export type Coverage = Required<Pick<FileFacts, 'lineHits' | 'conditions'>>;

/** Default path of the report of test runners. */
const usualReport = 'coverage/lcov.info';

/**
 * Reads the coverage by file from lcov reports and adds up several runs.
 * @param paths reports that the user named; an empty list selects the default report, if it exists
 * @throws {Failure} `malformed` when a report cannot be read, or a link is on the path of the default report
 */
export async function readCoverage(
  directory: string,
  paths: readonly string[],
): Promise<Map<string, Coverage>> {
  const named = paths.length > 0 ? paths : [usualReport].filter((path) => existsSync(join(directory, path)));
  const files = new Map<string, LcovFile>();
  for (const path of named) {
    try {
      // The repository decides what lies at the default path, so links are refused there.
      const file = paths.length > 0 ? join(directory, path) : realPathInside(directory, path);
      addReport(files, await readFile(file, 'utf8'), (source) => insideOf(directory, source));
    } catch (error) {
      throw new Failure('malformed', `Coverage report '${path}': ${messageOf(error)}`, { cause: error });
    }
  }
  return new Map([...files].map(([path, file]) => [path, coverageOf(file)]));
}

interface LcovFile {
  /** Hits by line. */
  readonly hits: Map<number, number>;
  /** Number of times that a branch was taken, by `line,block,branch`. */
  readonly branches: Map<string, number>;
}

function addReport(files: Map<string, LcovFile>, text: string, pathOf: (file: string) => string): void {
  let current: LcovFile | undefined;
  for (const line of text.split(/\r?\n/u)) {
    const [, kind = '', value = ''] = /^(SF|DA|BRDA|end_of_record)(?::(.*))?$/u.exec(line.trim()) ?? [];
    if (kind === 'SF') {
      const path = pathOf(value);
      current = files.get(path) ?? { hits: new Map(), branches: new Map() };
      files.set(path, current);
    } else if (kind === 'end_of_record') current = undefined;
    else if (kind && current) addRecord(current, kind, value.split(','));
  }
}

function addRecord({ hits, branches }: LcovFile, kind: string, fields: readonly string[]): void {
  const line = Number(fields[0]);
  const times = Number(fields[kind === 'DA' ? 1 : 3]);
  if (!Number.isInteger(line) || line < 1) return;
  // `-` means that the line of the branch was never reached.
  const count = Number.isNaN(times) ? 0 : times;
  if (kind === 'DA') hits.set(line, (hits.get(line) ?? 0) + count);
  else {
    const branch = fields.slice(0, 3).join();
    branches.set(branch, (branches.get(branch) ?? 0) + count);
  }
}

function coverageOf({ hits, branches }: LcovFile): Coverage {
  const conditions = new Map<number, [total: number, covered: number]>();
  for (const [branch, times] of branches) {
    const line = Number(branch.split(',')[0]);
    const [total, covered] = conditions.get(line) ?? [0, 0];
    conditions.set(line, [total + 1, covered + (times > 0 ? 1 : 0)]);
  }
  const byLine = (a: readonly number[], b: readonly number[]): number => (a[0] ?? 0) - (b[0] ?? 0);
  return {
    lineHits: [...hits].sort(byLine),
    conditions: [...conditions]
      .map(([line, [total, covered]]): [number, number, number] => [line, total, covered])
      .sort(byLine),
  };
}

/**
 * Returns the path of a file relative to the folder. Reports contain absolute paths, or paths relative to the folder
 * in which they were created.
 */
function insideOf(directory: string, file: string): string {
  const path = isAbsolute(file) ? relative(directory, file) : file;
  return path.split(sep).join('/').replace(/^\.\//u, '');
}
