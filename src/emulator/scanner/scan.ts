import { resolve } from 'node:path';
import type { Report, ReportFile } from '../report.ts';
import type { Authorship } from '../store/analyses/files.ts';
import { analyzeAll } from './analyzerPool.ts';
import { emptyFacts } from './analyzer.ts';
import { readCoverage } from './coverage.ts';
import { findDuplications } from './duplications.ts';
import { importExternal, readExternalReport } from './externalReport.ts';
import { gitRevision } from '../../node/process/repository.ts';
import { authorships } from './git.ts';
import { readSourceFiles } from './sourceFiles.ts';

export interface ScanOptions {
  readonly directory: string;
  readonly projectKey: string;
  readonly branch?: string | undefined;
  /** `-D` properties as given. */
  readonly properties?: Readonly<Record<string, string>>;
  /** The date of the analysis, in milliseconds since the epoch. Default: now. */
  readonly now?: () => number;
}

/** Returns a scanner property under the prefix of either brand. */
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

/** Analyses a folder and returns the report that a scanner would send. */
export async function scan({
  directory,
  projectKey,
  branch,
  properties = {},
  now = Date.now,
}: ScanOptions): Promise<Report> {
  const date = now();
  const pullRequest = pullRequestOf(properties, branch);
  const sources = await readSourceFiles(directory);
  const isScmOff = property(properties, 'scm.disabled') === 'true';
  const revision = isScmOff ? undefined : await gitRevision(directory);
  const paths = sources.map(({ path }) => path);
  const [analyzed, duplications, coverage, authors] = await Promise.all([
    analyzeAll(sources),
    findDuplications(sources),
    readCoverage(directory, listed(properties, 'javascript.lcov.reportPaths')),
    revision === undefined ? new Map<string, Authorship>() : authorships(directory, paths),
  ]);
  const issues = analyzed.flatMap((file) => file.issues);
  const hotspots = analyzed.flatMap((file) => file.hotspots);
  const rules = [...new Map(analyzed.flatMap((file) => file.rules.map((rule) => [rule.key, rule]))).values()];
  const files = sources.map((file, index): ReportFile => {
    const blocks = duplications.get(file.path);
    const authorship = authors.get(file.path);
    return {
      ...file,
      facts: {
        ...(analyzed[index]?.facts ?? emptyFacts),
        ...(file.scope === 'MAIN' ? coverage.get(file.path) : {}),
        ...(blocks ? { duplications: blocks } : {}),
      },
      ...(authorship ? { authorship } : {}),
    };
  });
  const texts = new Map(files.map(({ path, source }) => [path, source]));
  for (const path of listed(properties, 'externalIssuesReportPaths')) {
    const imported = importExternal(await readExternalReport(resolve(directory, path)), texts);
    rules.push(...imported.rules);
    issues.push(...imported.issues);
  }
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
