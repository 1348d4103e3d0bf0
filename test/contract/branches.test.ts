import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf } from '../support/lists.ts';
import { withTempFolder } from '../support/tempFolder.ts';
import { Provisioner } from './provision.ts';
import { startPlatform, usePlatform } from './usePlatform.ts';

const clean = { 'a.ts': { source: 'one\ntwo' } };
const dirty = { 'a.ts': { source: 'one\ntwo', issues: [{ line: 1 }, { line: 2 }] } };
const pullRequest = { key: '7', branch: 'feature/x', base: 'main' };

describe('branches and pull requests of the embedded platform', () => {
  const { platform, admin } = usePlatform({ edition: 'developer' });

  before(async () => {
    await admin.project('p', 'P');
    await admin.gate('Strict', [['violations', 'GT', '0']], 'p');
  });

  it('have separate gates', async () => {
    await admin.analyse('p', { files: clean });
    assert.equal((await admin.analyse('p', { files: dirty, branch: 'feature/x' })).gate, 'ERROR');
    assert.equal((await admin.analyse('p', { files: dirty, pullRequest })).gate, 'ERROR');
    assert.equal(await admin.gateStatus('p'), 'OK');
    const { branches } = await admin.get<{ branches: { name: string; status: object }[] }>(
      'project_branches/list',
      { project: 'p' },
    );
    assert.deepEqual(
      branches.map(({ name, status }) => [name, status]),
      [
        ['main', { qualityGateStatus: 'OK' }],
        ['feature/x', { qualityGateStatus: 'ERROR' }],
      ],
    );
    const { pullRequests } = await admin.get<{ pullRequests: { key: string; base: string }[] }>(
      'project_pull_requests/list',
      { project: 'p' },
    );
    assert.deepEqual(fieldsOf(pullRequests, 'key', 'base'), [['7', 'main']]);
  });

  it('cause events for branches, named in text and link, and none for pull requests', async () => {
    const { events } = await admin.get<{ events: { message: string; link: string }[] }>(
      'developers/search_events',
      { projects: 'p', from: '2000-01-01T00:00:00+0000' },
    );
    assert.deepEqual(
      events.map(({ message, link }) => [message, link]),
      [
        [
          "Quality Gate status of project 'P' on branch 'feature/x' changed to 'Failed'",
          `${platform.url}/dashboard?id=p&branch=feature%2Fx`,
        ],
      ],
    );
  });

  it('start with the decisions of the main branch', async () => {
    await admin.analyse('p', { files: dirty });
    for (const issue of await admin.openIssues('p')) await admin.transition(issue, 'falsepositive');
    assert.equal((await admin.analyse('p', { files: dirty, branch: 'later' })).gate, 'OK');
  });

  it('are analysed by the properties of a scan, a pull request against the main branch', () =>
    withTempFolder(async (directory) => {
      writeFileSync(join(directory, 'a.js'), 'debugger;\n');
      const analyse = (properties: Record<string, string>, branch?: string) =>
        admin.scan({ directory, projectKey: 'p', properties, branch });
      const named = { 'service.pullrequest.key': '8', 'service.pullrequest.branch': 'fix' };
      assert.equal((await analyse(named)).gate, 'ERROR');
      const { pullRequests } = await admin.get<{ pullRequests: Record<string, unknown>[] }>(
        'project_pull_requests/list',
        { project: 'p' },
      );
      const { branch, base } = pullRequests.find(({ key }) => key === '8') ?? {};
      assert.deepEqual([branch, base], ['fix', 'main']);
      await assert.rejects(
        analyse({ 'service.pullrequest.key': '8' }),
        /needs service\.pullrequest\.key and/u,
      );
      await assert.rejects(analyse(named, 'fix'), /takes no branch/u);
    }));

  it('are refused by the community edition', async () => {
    await using community = await startPlatform();
    const other = new Provisioner(community.url, community.token);
    await assert.rejects(
      other.analyse('p', { files: clean, branch: 'x' }),
      /Developer Edition or above is required/u,
    );
  });
});

describe('the embedded platform in cloud mode', () => {
  const { admin } = usePlatform({ cloud: true });

  it('assigns each project to an organization', async () => {
    const { organizations } = await admin.get<{ organizations: { key: string }[] }>('organizations/search', {
      member: 'true',
    });
    const organization = organizations[0]?.key ?? '';
    await admin.post('projects/create', { project: 'p', name: 'P', organization });
    const found = (parameters: Record<string, string>): Promise<{ components: { organization: string }[] }> =>
      admin.get('components/search_projects', parameters);
    assert.deepEqual(
      (await found({ organization })).components.map((component) => component.organization),
      [organization],
    );
    await assert.rejects(found({}), /organization\\u0027 parameter is missing/u);
    await assert.rejects(found({ organization: 'zzz' }), /No organization with key \\u0027zzz/u);
  });
});
