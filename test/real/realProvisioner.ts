import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { scan, scanFolder } from '../../scripts/real/scan.ts';
import type { RealServer } from '../../scripts/real/server.ts';
import type { AnalysisOutcome } from '../../src/emulator/scanner/submit.ts';
import { password, Provisioner, type TestAnalysis } from '../contract/provision.ts';

/** Sets a real server up as tests want it; analyses with the platform's own scanner. */
export class RealProvisioner extends Provisioner {
  readonly #server: RealServer;
  readonly #scanToken: string;

  private constructor(server: RealServer, token: string) {
    super(server.url, token);
    this.#server = server;
    this.#scanToken = token;
  }

  /** Changes the first password, as every version demands in its own way, and gives the administrator the right to scan. */
  static async setUp(server: RealServer): Promise<RealProvisioner> {
    const change = { login: 'admin', previousPassword: 'admin', password };
    await post(server.url, 'users/change_password', change, 'admin');
    const { token } = (await post(server.url, 'user_tokens/generate', { name: 'tests' }, password)) as {
      token: string;
    };
    const admin = new RealProvisioner(server, token);
    await admin.permit('admin', 'scan');
    // Without this, the first page of an administrator asks about it: the borrowed analyzer counts as
    // third-party.
    await admin.post('settings/set', { key: 'sonar.plugins.risk.consent', value: 'ACCEPTED' });
    return admin;
  }

  /** The server's own analyzer finds the issues: 9.9 allows no transition on imported ones. */
  override async analyse(projectKey: string, analysis: TestAnalysis): Promise<AnalysisOutcome> {
    const taskId = await this.submit(projectKey, analysis);
    return { taskId, status: await this.#ended(taskId), gate: await this.gateStatus(projectKey) };
  }

  /** The path of the `report-task.txt` that the last scan of a project left. */
  reportOf(projectKey: string): string {
    return join(scanFolder(this.#server, projectKey), 'report-task.txt');
  }

  /** Scans and resolves with the id of the task that the server has queued, without waiting for it. */
  async submit(projectKey: string, { files, properties, external }: TestAnalysis): Promise<string> {
    const directory = join(this.#server.directory, 'sources', projectKey);
    rmSync(directory, { recursive: true, force: true });
    for (const [path, { source }] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), source);
    }
    if (external) writeFileSync(join(directory, 'external.json'), JSON.stringify(external));
    return scan(
      this.#server,
      {
        project: projectKey,
        directory,
        token: this.#scanToken,
        properties: {
          'sonar.sources': 'src',
          ...(external ? { 'sonar.externalIssuesReportPaths': 'external.json' } : {}),
          ...properties,
        },
      },
      console.error,
    );
  }

  async #ended(taskId: string): Promise<'SUCCESS' | 'FAILED'> {
    for (;;) {
      const { task } = await this.get<{ task: { status: string } }>('ce/task', { id: taskId });
      if (task.status === 'SUCCESS' || task.status === 'FAILED') return task.status;
      await pause(300);
    }
  }
}

async function post(
  url: string,
  path: string,
  fields: Record<string, string>,
  secret: string,
): Promise<unknown> {
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
