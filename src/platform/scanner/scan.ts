import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Report, ReportFile } from '../analysis/report.ts';
import { analyzeAll } from './analyzeAll.ts';
import { emptyFacts } from './analyzer.ts';
import { importExternal, readExternalReport } from './externalReport.ts';
import { readSourceFiles } from './sourceFiles.ts';

export interface ScanOptions {
  readonly directory: string;
  readonly projectKey: string;
  readonly branch?: string | undefined;
  /** `-D` properties as given. */
  readonly properties?: Readonly<Record<string, string>>;
  readonly now?: () => number;
}

/** Names of scanner properties, under either brand's prefix. */
const property = (properties: Readonly<Record<string, string>>, name: string): string | undefined =>
  properties[`service.${name}`] ?? properties[`sonar.${name}`];

/** Analyses a folder: what a scanner does before it sends its report. */
export async function scan({
  directory,
  projectKey,
  branch,
  properties = {},
  now = Date.now,
}: ScanOptions): Promise<Report> {
  const date = now();
  const sources = await readSourceFiles(directory);
  const analyzed = await analyzeAll(sources);
  const issues = analyzed.flatMap((file) => file.issues);
  const rules = [...new Map(analyzed.flatMap((file) => file.rules.map((rule) => [rule.key, rule]))).values()];
  const files = sources.map((file, index): ReportFile => ({
    ...file,
    facts: analyzed[index]?.facts ?? emptyFacts,
  }));
  const externalPaths = property(properties, 'externalIssuesReportPaths')?.split(',') ?? [];
  const texts = new Map(files.map(({ path, source }) => [path, source]));
  for (const path of externalPaths) {
    const imported = importExternal(await readExternalReport(resolve(directory, path.trim())), texts);
    rules.push(...imported.rules);
    issues.push(...imported.issues);
  }
  const version = property(properties, 'projectVersion');
  const isScmOff = property(properties, 'scm.disabled') === 'true';
  const revision = isScmOff ? undefined : await gitRevision(directory);
  return {
    format: 1,
    projectKey,
    date,
    ...(version === undefined ? {} : { version }),
    ...(revision === undefined ? {} : { revision }),
    ...(branch === undefined ? {} : { branch }),
    scm: revision === undefined ? 'undetected' : 'git',
    ci: detectCi(process.env),
    properties: { ...properties },
    rules,
    files,
    issues,
  };
}

/** Commit of the working tree; `undefined` outside of git, or where git is not to be had. */
async function gitRevision(directory: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', directory, 'rev-parse', 'HEAD']);
    return stdout.trim();
  } catch {
    return undefined;
  }
}

/** Continuous integration tells itself by its environment. */
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
