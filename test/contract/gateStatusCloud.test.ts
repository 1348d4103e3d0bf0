import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandTable } from '../../src/cli/commandTable.ts';
import { firstOrganization as organization } from '../../src/emulator/seed.ts';
import { expectSuccess, answerOf, inTempFolder, loggedIn, runCli, type CliRun } from '../support/cliRun.ts';
import { usePlatform } from './usePlatform.ts';

const run = promisify(execFile);

describe('gate status in the cloud', () => {
  const { platform, admin } = usePlatform({ cloud: true });
  let task = '';
  const pullRequest = { key: '8', branch: 'topic', base: 'main' };

  before(async () => {
    await admin.post('projects/create', { project: 'shop', name: 'Shop', organization });
    await admin.post('qualitygates/create', { name: 'Strict', organization });
    const condition = { metric: 'bugs', op: 'GT', error: '0' };
    await admin.post('qualitygates/create_condition', { gateName: 'Strict', organization, ...condition });
    await admin.post('qualitygates/select', { gateName: 'Strict', projectKey: 'shop', organization });
    const issues = [{ line: 2, type: 'BUG', message: 'Two is wrong.', rule: 'S2' }] as const;
    await admin.analyse('shop', { organization, files: { 'src/a.ts': { source: 'one\n' } } });
    const reviewed = { 'src/a.ts': { source: 'one\ntwo\n', issues } };
    task = (await admin.analyse('shop', { organization, pullRequest, files: reviewed })).taskId;
  });

  const status = (
    args: readonly string[],
    env: NodeJS.ProcessEnv = { SERVICE_ORG: organization },
  ): Promise<CliRun> =>
    inTempFolder((cwd) =>
      runCli(['gate', 'status', ...args], {
        rows: commandTable,
        cwd,
        env: { ...loggedIn(cwd, platform), ...env },
      }),
    );

  it('exits with 0 for the main branch that passed, with a token sent as Bearer', async () => {
    const run = expectSuccess(await status(['--project', 'shop']));
    assert.equal(answerOf(run).status, 'OK');
  });

  it('waits for the analysis of a pull request, and lists the issues of the organization behind its gate', async () => {
    const run = await status(['--wait', '--task', task, '--project', 'shop', '--pull-request', '8']);
    assert.equal(run.exitCode, 52, run.stderr);
    const { conditions } = answerOf(run) as {
      conditions: { metric: string; causes: { file: string; line: number }[] }[];
    };
    assert.deepEqual(
      conditions
        .filter(({ metric }) => metric === 'bugs')
        .flatMap(({ causes }) => causes.map(({ file, line }) => [file, line])),
      [['src/a.ts', 2]],
    );
  });

  it('exits with 1 for a project of no organization that the token can see', async () => {
    const run = await status(['--project', 'elsewhere']);
    assert.equal(run.exitCode, 1, run.stdout);
    assert.match(run.stderr, /elsewhere/);
  });

  it('follows an analysis by platform analyze, which sends the organization of SERVICE_ORG', () =>
    inTempFolder(async (folder) => {
      writeFileSync(join(folder, 'a.js'), 'export const one = 1;\n');
      const program = join(import.meta.dirname, '../../src/entrypoints/emulator.ts');
      const args = ['platform', 'analyze', folder, '--project', 'shop', '--json'];
      const { stdout } = await run(process.execPath, ['--no-warnings', program, ...args], {
        env: {
          PATH: process.env.PATH,
          SERVICE_URL: platform.url,
          SERVICE_TOKEN: platform.token,
          SERVICE_ORG: organization,
        },
      });
      const { taskId } = JSON.parse(stdout) as { taskId: string };
      assert.equal((await status(['--task', taskId])).exitCode, 0);
    }));
});
