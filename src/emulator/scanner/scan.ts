import { isAbsolute, join, relative, sep } from 'node:path';
import type { Report, ReportFile } from '../report.ts';
import type { Authorship, FileFacts } from '../store/analyses/files.ts';
import { analyzeAll } from './analyzerPool.ts';
import { emptyFacts } from './analyzer.ts';
import { analyzePython } from './python.ts';
import { findDuplications } from './duplications.ts';
import { gitRevision, namesIn } from '../../node/process/repository.ts';
import { readSourceFiles } from './sourceFiles.ts';
import { git, type GitCommand } from '../../node/process/git.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { counted } from '../../core/counted.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { realPathInside } from '../../node/files/realPath.ts';

export interface ScanOptions {
  readonly directory: string;
  readonly projectKey: string;
  readonly branch?: string | undefined;
  /** `-D` properties as given. */
  readonly properties?: Readonly<Record<string, string>>;
  /** The date of the analysis, in milliseconds since the epoch. Default: now. */
  readonly now?: () => number;
  readonly onAnalyzed?: (done: number, total: number) => void;
  /** Called with a text about files that were left out, and why. */
  readonly onNotAnalyzed?: (text: string) => void;
  /** Its PATH names the folders of ruff. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

const property = (properties: Readonly<Record<string, string>>, name: string): string | undefined =>
  properties[`service.${name}`] ?? properties[`sonar.${name}`];

const listed = (properties: Readonly<Record<string, string>>, name: string): string[] =>
  property(properties, name)
    ?.split(',')
    .map((item) => item.trim())
    .filter(Boolean) ?? [];

/**
 * Returns the pull request that the properties `service.pullrequest.key`, `.branch` and `.base` name.
 * @throws if they contradict each other or a branch
 */
function pullRequestOf(
  properties: Readonly<Record<string, string>>,
  ofBranch: string | undefined,
): Report['pullRequest'] {
  const key = property(properties, 'pullrequest.key');
  const branch = property(properties, 'pullrequest.branch');
  const base = property(properties, 'pullrequest.base');
  if (key === undefined && branch === undefined && base === undefined) return undefined;
  if (!key || !branch)
    throw new Error('A pull request needs service.pullrequest.key and service.pullrequest.branch');
  if (ofBranch !== undefined) throw new Error('The analysis of a pull request takes no branch');
  return { key, branch, ...(base === undefined ? {} : { base }) };
}

export async function scan({
  directory,
  projectKey,
  branch,
  properties = {},
  now = Date.now,
  onAnalyzed,
  onNotAnalyzed,
  env = process.env,
}: ScanOptions): Promise<Report> {
  const date = now();
  const pullRequest = pullRequestOf(properties, branch);
  const { scripts: sources, python: pythonSources, others } = await readSourceFiles(directory);
  const revision = property(properties, 'scm.disabled') === 'true' ? undefined : await gitRevision(directory);
  const python = await analyzePython(directory, pythonSources, env, (text) => onNotAnalyzed?.(text));
  for (const [language, count] of others)
    onNotAnalyzed?.(`${counted(count, `${language} file`)} not analyzed`);
  const paths = [...sources, ...python.files].map(({ path }) => path);
  const [analyzed, duplications, coverage, authors] = await Promise.all([
    analyzeAll(sources, (done) => onAnalyzed?.(done, sources.length)),
    findDuplications(sources),
    readCoverage(directory, listed(properties, 'javascript.lcov.reportPaths')),
    revision === undefined ? new Map<string, Authorship>() : authorships(directory, paths),
  ]);
  const issues = [...analyzed.flatMap((file) => file.issues), ...python.issues];
  const hotspots = analyzed.flatMap((file) => file.hotspots);
  const rules = [
    ...new Map(analyzed.flatMap((file) => file.rules.map((rule) => [rule.key, rule]))).values(),
    ...python.rules,
  ];
  const measured: readonly ReportFile[] = [
    ...sources.map((file, index) => ({ ...file, facts: analyzed[index]?.facts ?? emptyFacts })),
    ...python.files,
  ];
  const files = measured.map((file) => completed(file, { duplications, coverage, authors }));
  const [projectName, version] = ['projectName', 'projectVersion'].map((name) => property(properties, name));
  return {
    format: 1,
    projectKey,
    ...(projectName === undefined ? {} : { projectName }),
    date,
    ...(version === undefined ? {} : { version }),
    ...(revision === undefined ? {} : { revision }),
    ...(branch === undefined ? {} : { branch }),
    ...(pullRequest ? { pullRequest } : {}),
    scm: revision === undefined ? 'undetected' : 'git',
    ci: detectCi(process.env),
    properties: { ...properties },
    rules,
    files,
    issues,
    hotspots,
  };
}

interface FileDetails {
  readonly duplications: ReadonlyMap<string, NonNullable<FileFacts['duplications']>>;
  readonly coverage: ReadonlyMap<string, Coverage>;
  readonly authors: ReadonlyMap<string, Authorship>;
}

function completed(file: ReportFile, { duplications, coverage, authors }: FileDetails): ReportFile {
  const blocks = duplications.get(file.path);
  const authorship = authors.get(file.path);
  return {
    ...file,
    facts: {
      ...file.facts,
      ...(file.scope === 'MAIN' ? coverage.get(file.path) : {}),
      ...(blocks ? { duplications: blocks } : {}),
    },
    ...(authorship ? { authorship } : {}),
  };
}

/** Returns the name of the continuous integration system, which sets a typical variable in the environment. */
export function detectCi(environment: Readonly<Record<string, string | undefined>>): string {
  const marks: readonly (readonly [variable: string, name: string])[] = [
    ['GITHUB_ACTION', 'Github Actions'],
    ['GITLAB_CI', 'Gitlab CI'],
    ['JENKINS_URL', 'Jenkins'],
    ['TF_BUILD', 'Azure DevOps'],
    ['CIRCLECI', 'CircleCI'],
    ['BITBUCKET_BUILD_NUMBER', 'Bitbucket Pipelines'],
    ['TRAVIS', 'TravisCI'],
  ];
  return marks.find(([variable]) => environment[variable])?.[1] ?? 'undetected';
}

/** Number of processes at a time; each waits for the disk as long as it computes. */
const parallel = 4;

/** Returns the author of each line for the files that git knows. Files with uncommitted changes are left out. */
export async function authorships(
  directory: string,
  paths: readonly string[],
): Promise<Map<string, Authorship>> {
  const [tracked, changed] = await Promise.all([
    askGit(directory, 'ls-files', ['-z']),
    askGit(directory, 'diff', ['--name-only', '--relative', '-z', 'HEAD']),
  ]);
  const known = new Set(namesIn(tracked));
  for (const path of namesIn(changed)) known.delete(path);
  const queue = paths.filter((path) => known.has(path));
  const found = new Map<string, Authorship>();
  const work = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift())
      found.set(path, parseBlame(await askGit(directory, 'blame', ['--porcelain', 'HEAD', '--', path])));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return found;
}

async function askGit(directory: string, command: GitCommand, args: readonly string[]): Promise<string> {
  const output = await git(directory, command, args, { maxBytes: 256 * 1024 * 1024, timeoutMs: 120_000 });
  if (!output) throw new Error(`git ${command} gave no answer for ${directory}`);
  return output.toString('utf8');
}

interface Commit {
  revision: string;
  author: string;
  date: number;
}

/** Parses `git blame --porcelain`: a header with the commit, detailed only once, precedes each line. */
function parseBlame(text: string): Authorship {
  const commits: Commit[] = [];
  const indexes = new Map<string, number>();
  const lines: number[] = [];
  let commit: Commit | undefined;
  for (const line of text.split('\n')) {
    const revision = /^([\da-f]{40}) \d+ \d+/u.exec(line)?.[1];
    if (line.startsWith('\t')) continue;
    if (revision !== undefined) {
      const index = indexes.get(revision) ?? commits.push({ revision, author: '', date: 0 }) - 1;
      indexes.set(revision, index);
      commit = commits[index];
      lines.push(index);
    } else if (commit && line.startsWith('author-mail '))
      commit.author = line.slice(12).replace(/^<|>$/gu, '');
    else if (commit && line.startsWith('committer-time ')) commit.date = Number(line.slice(15)) * 1000;
  }
  return { commits, lines };
}

type Coverage = Required<Pick<FileFacts, 'lineHits' | 'conditions'>>;

/** Default path of the report of test runners. */
const usualReport = 'coverage/lcov.info';

/**
 * Reads the coverage by file from lcov reports and adds up several runs.
 * @param paths reports that the user named; an empty list selects the default report, if it exists
 * @throws {Failure} `malformed` when a report cannot be read, or a link is on the path of the default report
 */
async function readCoverage(directory: string, paths: readonly string[]): Promise<Map<string, Coverage>> {
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

/** Returns a path relative to the folder. Reports have absolute paths, or paths relative to where they were created. */
function insideOf(directory: string, file: string): string {
  const path = isAbsolute(file) ? relative(directory, file) : file;
  return path.split(sep).join('/').replace(/^\.\//u, '');
}
