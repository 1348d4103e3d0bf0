import assert from 'node:assert/strict';
import { Provisioner, type TestAnalysis } from './provision.ts';
import { fieldsOf } from '../support/lists.ts';
import { usePlatform } from './usePlatform.ts';

/** Two issues, each MAJOR and a code smell. */
const files: TestAnalysis['files'] = { 'a.ts': { source: 'one\ntwo', issues: [{ line: 1 }, { line: 2 }] } };

describe('a changed issue', () => {
  const { platform, admin } = usePlatform();

  /** A project that its gate lets pass, and its issues. */
  async function passing(key: string, metric: string): Promise<string[]> {
    await admin.project(key);
    await admin.gate(key, [[metric, 'GT', '0']], key);
    assert.equal((await admin.analyse(key, { files })).gate, 'OK');
    return admin.openIssues(key);
  }

  it('counts for the gate at once by its new severity [EV2]', async () => {
    const [issue = ''] = await passing('severity', 'critical_violations');
    await admin.post('issues/set_severity', { issue, severity: 'CRITICAL' });
    assert.equal(await admin.gateStatus('severity'), 'ERROR');
    await admin.post('issues/set_severity', { issue, severity: 'MAJOR' });
    assert.equal(await admin.gateStatus('severity'), 'OK');
  });

  it('counts for the gate at once by its new type', async () => {
    const [issue = ''] = await passing('type', 'bugs');
    await admin.post('issues/set_type', { issue, type: 'BUG' });
    assert.equal(await admin.gateStatus('type'), 'ERROR');
    await admin.post('issues/set_type', { issue, type: 'CODE_SMELL' });
    assert.equal(await admin.gateStatus('type'), 'OK');
  });

  it('keeps the severity and type of a user in later analyses', async () => {
    const [issue = ''] = await passing('kept', 'bugs');
    await admin.post('issues/set_type', { issue, type: 'BUG' });
    await admin.post('issues/set_severity', { issue, severity: 'BLOCKER' });
    assert.equal((await admin.analyse('kept', { files })).gate, 'ERROR');
    const { issues } = await admin.get<{ issues: Record<string, unknown>[] }>('issues/search', {
      issues: issue,
    });
    assert.deepEqual(fieldsOf(issues, 'severity', 'type'), [['BLOCKER', 'BUG']]);
  });

  it('is changed together with others, as far as each allows it', async () => {
    const issues = await passing('bulk', 'bugs');
    for (const issue of issues) await admin.post('issues/set_type', { issue, type: 'BUG' });
    assert.equal(await admin.gateStatus('bulk'), 'ERROR');
    const change = { issues: [...issues, 'none'].join(), do_transition: 'falsepositive' };
    assert.deepEqual(await admin.post('issues/bulk_change', change), {
      total: 3,
      success: 2,
      ignored: 1,
      failures: 0,
    });
    assert.equal(await admin.gateStatus('bulk'), 'OK');
  });

  it('requires the permission to administer issues for another severity or type', async () => {
    const [issue = ''] = await passing('rights', 'bugs');
    const alice = new Provisioner(platform.url, await (await admin.user('alice')).token('change'));
    // As made, a project lets everybody.
    await admin.forbidGroup('sonar-users', 'issueadmin', 'rights');
    const isRefused = /answered 403: .*"Insufficient privileges"/u;
    await assert.rejects(alice.post('issues/set_type', { issue, type: 'BUG' }), isRefused);
    await assert.rejects(alice.post('issues/set_severity', { issue, severity: 'CRITICAL' }), isRefused);
    assert.equal(await admin.gateStatus('rights'), 'OK');
  });
});
