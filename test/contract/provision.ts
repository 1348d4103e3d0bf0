import assert from 'node:assert/strict';
import { Api } from '../../src/core/api/client.ts';
import type { Log } from '../../src/core/log.ts';
import { createHttp } from '../../src/node/http/createHttp.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import type { Report, ReportFile, ReportIssue, ReportRule } from '../../src/emulator/report.ts';
import type { FileFacts } from '../../src/emulator/store/analyses/files.ts';
import { scan, type ScanOptions } from '../../src/emulator/scanner/scan.ts';
import { submitReport, type AnalysisOutcome } from '../../src/emulator/scanner/submit.ts';

/** A file as tests write it: its text, and on which of its lines there is an issue. */
interface TestFile {
  readonly source: string;
  readonly issues?: readonly TestIssue[];
  /** The measures of a scanner for one file. */
  readonly facts?: Partial<FileFacts>;
}

export interface TestIssue {
  readonly line: number;
  readonly message?: string;
  readonly rule?: string;
  readonly severity?: 'INFO' | 'MINOR' | 'MAJOR' | 'CRITICAL' | 'BLOCKER';
  readonly type?: 'CODE_SMELL' | 'BUG' | 'VULNERABILITY';
}

export interface TestAnalysis {
  readonly files: Readonly<Record<string, TestFile>>;
  /** When the scan started; the current time by default, later than every former one of this provisioner. */
  readonly date?: number;
  readonly version?: string;
  /** Required in cloud mode. */
  readonly organization?: string;
  readonly branch?: string;
  readonly pullRequest?: { readonly key: string; readonly branch: string; readonly base: string };
  readonly revision?: string;
  readonly properties?: Readonly<Record<string, string>>;
  /** Issues of another analyzer, imported besides. */
  readonly external?: GenericReport;
}

/** The generic format for issues of any analyzer, as far as tests use what every version imports. */
export interface GenericReport {
  readonly issues: readonly {
    readonly engineId: string;
    readonly ruleId: string;
    readonly type: 'CODE_SMELL' | 'BUG' | 'VULNERABILITY';
    readonly severity: Required<TestIssue>['severity'];
    readonly effortMinutes?: number;
    readonly primaryLocation: Location & { readonly textRange: { readonly startLine: number } };
    readonly secondaryLocations?: readonly (Location & {
      readonly textRange: {
        readonly startLine: number;
        readonly startColumn: number;
        readonly endColumn: number;
      };
    })[];
  }[];
}

interface Location {
  readonly message: string;
  readonly filePath: string;
}

type Fields = Readonly<Record<string, string>>;

interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly success: boolean;
  readonly httpStatus?: number;
  readonly ceTaskId?: string;
}

/**
 * Sets a platform up over its Web API. Works on the embedded platform and, except for `analyse`, on real
 * servers. Every refusal is an assertion error that names the call.
 */
export class Provisioner {
  #platform: { readonly url: string; readonly token: string };
  #lastDate = 0;

  /** `token`: a user token of an administrator. */
  constructor(url: string, token: string) {
    this.#platform = { url, token };
  }

  /** The platform may start later. */
  static of(platform: { readonly url: string; readonly token: string }): Provisioner {
    const admin = new Provisioner('', '');
    admin.#platform = platform;
    return admin;
  }

  get url(): string {
    return this.#platform.url;
  }

  /** Returns a client of the product with the administrator's token, or another one. */
  api(token = this.#platform.token, log: Log = new CollectingLog()): Api {
    return new Api({ http: createHttp(), log, baseUrl: this.url, userAgent: 'test', token });
  }

  async get<T>(path: string, fields: Fields = {}): Promise<T> {
    const query = new URLSearchParams(fields).toString();
    return (await this.#call(`api/${path}${query && `?${query}`}`)) as T;
  }

  async post<T>(path: string, fields: Fields): Promise<T> {
    return (await this.#call(`api/${path}`, fields)) as T;
  }

  async project(key: string, name = key, visibility: 'public' | 'private' = 'public'): Promise<void> {
    await this.post('projects/create', { project: key, name, visibility, mainBranch: 'main' });
  }

  /** A person, who can sign in with `password`. */
  async user(login: string, name = login): Promise<Person> {
    await this.post('users/create', { login, name, password, email: `${login}@example.org` });
    return new Person(this.url, login);
  }

  /** `projectKey` absent: a global permission. */
  async permit(login: string, permission: string, projectKey?: string): Promise<void> {
    await this.post('permissions/add_user', {
      login,
      permission,
      ...(projectKey === undefined ? {} : { projectKey }),
    });
  }

  async forbidGroup(groupName: string, permission: string, projectKey?: string): Promise<void> {
    await this.post('permissions/remove_group', {
      groupName,
      permission,
      ...(projectKey === undefined ? {} : { projectKey }),
    });
  }

  /** A gate with exactly these conditions, selected for the projects. */
  async gate(
    name: string,
    conditions: readonly (readonly [metric: string, op: 'GT' | 'LT', error: string])[],
    ...projectKeys: readonly string[]
  ): Promise<void> {
    await this.post('qualitygates/create', { name });
    const shown = await this.get<{ conditions: { id: string }[] }>('qualitygates/show', { name });
    for (const { id } of shown.conditions) await this.post('qualitygates/delete_condition', { id });
    for (const [metric, op, error] of conditions)
      await this.post('qualitygates/create_condition', { gateName: name, metric, op, error });
    for (const projectKey of projectKeys)
      await this.post('qualitygates/select', { gateName: name, projectKey });
  }

  /** A token of the administrator. */
  async token(name: string, type = 'USER_TOKEN', projectKey?: string): Promise<string> {
    return generateToken((path, fields) => this.post(path, fields), name, type, projectKey);
  }

  /** Analyses given files, with given issues, in milliseconds. */
  async analyse(projectKey: string, analysis: TestAnalysis): Promise<AnalysisOutcome> {
    this.#lastDate = analysis.date ?? Math.max(Date.now(), this.#lastDate + 1);
    const report = reportOf(projectKey, analysis, this.#lastDate);
    return submitReport(this.url, this.#platform.token, report, { organization: analysis.organization });
  }

  /** Analyses a folder with the analyzers of the embedded platform. */
  async scan(options: ScanOptions): Promise<AnalysisOutcome> {
    return submitReport(this.url, this.#platform.token, await scan(options));
  }

  /** The records of deliveries about a project. */
  async deliveries(componentKey: string): Promise<Delivery[]> {
    const query = { componentKey, ps: '100' };
    return (await this.get<{ deliveries: Delivery[] }>('webhooks/deliveries', query)).deliveries;
  }

  /** Keys of the open issues of a project. */
  async openIssues(projectKey: string): Promise<string[]> {
    const { issues } = await this.get<{ issues: { key: string }[] }>('issues/search', {
      components: projectKey,
      componentKeys: projectKey,
      resolved: 'false',
    });
    return issues.map(({ key }) => key);
  }

  async transition(issue: string, transition: string): Promise<void> {
    await this.post('issues/do_transition', { issue, transition });
  }

  async gateStatus(projectKey: string): Promise<string> {
    const answer = await this.get<{ projectStatus: { status: string } }>('qualitygates/project_status', {
      projectKey,
    });
    return answer.projectStatus.status;
  }

  async #call(path: string, fields?: Fields): Promise<unknown> {
    const { url, token } = this.#platform;
    return callJson(`${url}/${path}`, `Basic ${Buffer.from(`${token}:`).toString('base64')}`, fields);
  }
}

/** Long enough for every version. */
export const password = 'Passw0rd-Passw0rd';

/** A user who calls the Web API with an own token. */
export class Person {
  readonly url: string;
  readonly login: string;

  constructor(url: string, login: string) {
    this.url = url;
    this.login = login;
  }

  get authorization(): string {
    return `Basic ${Buffer.from(`${this.login}:${password}`).toString('base64')}`;
  }

  async token(name: string, type = 'USER_TOKEN', projectKey?: string): Promise<string> {
    return generateToken(
      (path, fields) => callJson(`${this.url}/api/${path}`, this.authorization, fields),
      name,
      type,
      projectKey,
    );
  }
}

async function generateToken(
  post: (path: string, fields: Fields) => Promise<unknown>,
  name: string,
  type: string,
  projectKey: string | undefined,
): Promise<string> {
  const answer = await post('user_tokens/generate', {
    name,
    type,
    ...(projectKey === undefined ? {} : { projectKey }),
  });
  return (answer as { token: string }).token;
}

async function callJson(url: string, authorization: string, fields?: Fields): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Authorization: authorization },
    ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
  });
  const text = await response.text();
  assert.ok(response.ok, `${url} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Returns the issues of the files as a scanner that imports them. */
function importedOf(files: TestAnalysis['files']): Pick<Report, 'rules' | 'issues'> {
  const rules = new Map<string, ReportRule>();
  const issues = Object.entries(files).flatMap(([path, file]) =>
    (file.issues ?? []).map((found): ReportIssue => {
      const { line, message = 'An issue.', rule = 'rule', severity = 'MAJOR', type = 'CODE_SMELL' } = found;
      const key = `external_test:${`${rule}-${type}-${severity}`.toLowerCase()}`;
      const description = `<p>Why <code>${rule}</code> matters.</p>`;
      rules.set(key, { key, name: `Rule ${rule}`, description, severity, type, isExternal: true });
      return { path, rule: key, severity, type, message, textRange: wholeLine(file, line), effort: 5 };
    }),
  );
  return { rules: [...rules.values()], issues };
}

function importedFrom(
  { issues }: GenericReport,
  files: TestAnalysis['files'],
): ReturnType<typeof importedOf> {
  const found = issues.map(({ engineId, ruleId, primaryLocation, secondaryLocations = [], ...issue }) => {
    const { filePath, message, textRange } = primaryLocation;
    return {
      path: filePath,
      rule: `external_${engineId}:${ruleId}`,
      severity: issue.severity,
      type: issue.type,
      message,
      textRange: wholeLine(files[filePath], textRange.startLine),
      effort: issue.effortMinutes ?? 0,
      related: secondaryLocations.map((place) => ({
        path: place.filePath,
        message: place.message,
        textRange: {
          startLine: place.textRange.startLine,
          endLine: place.textRange.startLine,
          startOffset: place.textRange.startColumn,
          endOffset: place.textRange.endColumn,
        },
      })),
    };
  });
  const rules = new Map(
    found.map(({ rule: key, severity, type }) => [
      key,
      { key, name: key, description: '', severity, type, isExternal: true },
    ]),
  );
  return { rules: [...rules.values()], issues: found };
}

const wholeLine = (file: TestFile | undefined, line: number): Required<ReportIssue>['textRange'] => ({
  startLine: line,
  endLine: line,
  startOffset: 0,
  endOffset: file?.source.split('\n')[line - 1]?.length ?? 0,
});

function reportOf(projectKey: string, analysis: TestAnalysis, date: number): Report {
  const { files, version, branch, pullRequest, revision, properties = {} } = analysis;
  const imported = [
    importedOf(files),
    ...(analysis.external ? [importedFrom(analysis.external, files)] : []),
  ];
  return {
    format: 1,
    projectKey,
    date,
    ...(version === undefined ? {} : { version }),
    ...(branch === undefined ? {} : { branch }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(revision === undefined ? {} : { revision }),
    scm: revision === undefined ? 'undetected' : 'git',
    ci: 'undetected',
    properties,
    rules: imported.flatMap(({ rules }) => rules),
    issues: imported.flatMap(({ issues }) => issues),
    files: Object.entries(files).map(([path, file]): ReportFile => ({
      path,
      language: path.slice(path.lastIndexOf('.') + 1),
      scope: 'MAIN',
      source: file.source,
      facts: {
        ncloc: file.source.split('\n').filter((line) => line.trim() !== '').length,
        comment_lines: 0,
        functions: 0,
        classes: 0,
        statements: 0,
        complexity: 0,
        cognitive_complexity: 0,
        ...file.facts,
      },
    })),
  };
}
