import assert from 'node:assert/strict';
import { Api } from '../../src/core/api/client.ts';
import { searchProjects } from '../../src/core/api/components.ts';
import { getServerEdition } from '../../src/core/api/system.ts';
import { searchDeveloperEvents } from '../../src/core/api/developerEvents.ts';
import { checkConnection, type ConnectionState } from '../../src/core/connections/check.ts';
import type { GateMonitor } from '../../src/core/gate/monitor.ts';
import { noLog } from '../../src/core/log.ts';
import { createHttp } from '../../src/node/http/createHttp.ts';
import { serverConnection } from '../simulation/monitoredWindow.ts';
import { externalIssueScenarios } from './externalIssueScenarios.ts';
import { runGateChangeScenarioOn } from './gateChangeScenario.ts';
import { issueScenarios } from './issueScenarios.ts';
import type { Provisioner, TestAnalysis } from './provision.ts';
import { clean, dirty, moved } from './pythonFiles.ts';
import { relayScenarios } from './relayScenarios.ts';
import { openWatchingWindow, RecordingNotifier } from './watchingWindow.ts';
import { webhookScenarios } from './webhookScenarios.ts';

const http = createHttp();

/**
 * Runs the product against a platform and checks its results. The scenarios are the same for the embedded
 * platform and for real servers: where the two differ, the embedded platform is wrong.
 * @param scanStart sets the start that the next scan reports; undefined: the clock
 */
export function platformScenarios(admin: () => Provisioner, scanStart: () => number | undefined): void {
  const apiOf = (token: string): Api =>
    new Api({ http, log: noLog, baseUrl: admin().url, userAgent: 'test', token });

  describe('a connection', () => {
    const check = (token: string): Promise<ConnectionState> =>
      checkConnection({ kind: 'server', serverUrl: admin().url }, token, apiOf(token));

    before(() => admin().project('tokens', 'Tokens'));

    it('accepts a user token', async () => {
      const state = await check(await admin().token('a user token'));
      assert(state.state === 'connected');
      assert.equal(state.login, 'admin');
    });

    for (const [kind, type, project] of [
      ['project', 'PROJECT_ANALYSIS_TOKEN', 'tokens'],
      ['global', 'GLOBAL_ANALYSIS_TOKEN', undefined],
    ] as const)
      it(`refuses a ${kind} token by its prefix, and by its missing permission`, async () => {
        const token = await admin().token(`a ${kind} token`, type, project);
        assert.deepEqual(await check(token), { state: 'wrongTokenKind', kind });
        // The rule for tokens without a prefix, which real servers no longer make.
        const hidden = await checkConnection(
          { kind: 'server', serverUrl: admin().url },
          'a token whose kind does not show',
          apiOf(token),
        );
        assert.deepEqual(hidden, { state: 'wrongTokenKind', kind: undefined });
      });

    it('reports the edition of the platform', async () => {
      const { edition } = await getServerEdition(apiOf(await admin().token('an edition')));
      assert.equal(edition, 'community');
    });

    it('refuses an unknown token', async () => {
      assert.deepEqual(await check(`squ_${'0'.repeat(40)}`), { state: 'tokenRefused' });
    });

    it('reports a missing token', async () => {
      const anonymous = new Api({ http, log: noLog, baseUrl: admin().url, userAgent: 'test' });
      const state = await checkConnection({ kind: 'server', serverUrl: admin().url }, undefined, anonymous);
      assert.deepEqual(state, { state: 'tokenMissing' });
    });
  });

  describe('the search for a project', () =>
    it('finds it by part of its name, page by page', async () => {
      for (const n of [1, 2, 3]) await admin().project(`found-${n}`, `Searched ${n}`);
      const api = apiOf(await admin().token('a token to search'));
      const pages = [1, 2].map((page) => searchProjects(api, { text: 'earched', page, pageSize: 2 }));
      const [first, second] = await Promise.all(pages);
      assert.equal(first?.total, 3);
      assert.deepEqual(
        [...first.items, ...(second?.items ?? [])].map(({ key }) => key),
        ['found-1', 'found-2', 'found-3'],
      );
    }));

  describe('a gate', () => {
    const notifier = new RecordingNotifier(({ from, to }) => `${from} → ${to}`);
    let api: Api;
    let monitor: GateMonitor;
    let close: () => void;

    before(async () => {
      await admin().project('gate', 'Gate change');
      await admin().gate('Live', [['violations', 'GT', '0']], 'gate');
      api = apiOf(await admin().token('a token to watch'));
      ({ monitor, close } = openWatchingWindow(api, notifier));
      const connection = serverConnection('watching', { serverUrl: admin().url });
      monitor.watch([{ connection, project: 'gate' }]);
      await monitor.start();
    });
    after(() => close());

    const events = () => searchDeveloperEvents(api, [{ project: 'gate', since: 0 }]);

    it('is NONE before the first analysis', async () => {
      assert.equal(await admin().gateStatus('gate'), 'NONE');
      await monitor.check();
    });

    it('passes a first analysis without an event or a notification', async () => {
      assert.equal((await admin().analyse('gate', { files: clean })).gate, 'OK');
      assert.deepEqual(await events(), []);
      await monitor.check();
    });

    it('fails by an analysis, with an event at the time the scan started, and causes a notification', async () => {
      const { gate, status } = await admin().analyse('gate', { files: dirty });
      assert.deepEqual({ gate, status }, { gate: 'ERROR', status: 'SUCCESS' });
      const [event, ...more] = await events();
      assert.deepEqual(more, []);
      assert.equal(event?.category, 'QUALITY_GATE');
      assert.equal(event.message, "Quality Gate status of project 'Gate change' changed to 'Failed'");
      const late = await searchDeveloperEvents(api, [{ project: 'gate', since: event.at ?? 0 }]);
      assert.deepEqual(late, [], '`from` is exclusive');
      await monitor.check();
      assert.equal(await notifier.next(), 'OK → ERROR');
    });

    it('passes at once when its issue is marked as a false positive, without an event, and causes a notification', async () => {
      const [issue = ''] = await admin().openIssues('gate');
      await admin().transition(issue, 'falsepositive');
      assert.equal(await admin().gateStatus('gate'), 'OK');
      assert.match((await events()).at(-1)?.message ?? '', /'Failed'$/);
      await monitor.check();
      assert.equal(await notifier.next(), 'ERROR → OK');
    });

    it('stays passed when an analysis finds the same issue again, even on another line', async () => {
      assert.equal((await admin().analyse('gate', { files: moved })).gate, 'OK');
      await monitor.check();
    });

    it('is not computed again by another gate or condition, only by the next change of an issue', async () => {
      const { issues } = await admin().get<{ issues: { key: string }[] }>('issues/search', {
        componentKeys: 'gate',
      });
      const issue = issues[0]?.key ?? '';
      await admin().gate('Lenient', [['violations', 'GT', '5']], 'gate');
      await admin().transition(issue, 'reopen');
      assert.equal(await admin().gateStatus('gate'), 'OK');
      await admin().gate('Strict', [['violations', 'GT', '0']], 'gate');
      assert.equal(await admin().gateStatus('gate'), 'OK');
      await admin().transition(issue, 'confirm');
      assert.equal(await admin().gateStatus('gate'), 'ERROR');
      await monitor.check();
      assert.equal(await notifier.next(), 'OK → ERROR');
    });

    it('refuses a condition that its metric cannot have', async () => {
      const condition = { gateName: 'Live', metric: 'blocker_violations', op: 'LT', error: '5' };
      await assert.rejects(
        admin().post('qualitygates/create_condition', condition),
        /answered 400: .*Operator LT is not allowed for this metric\./,
      );
    });

    it('caused one notification for each change, and no other', () =>
      assert.deepEqual(notifier.delivered, ['OK → ERROR', 'ERROR → OK', 'OK → ERROR']));
  });

  describe('new issues', () => {
    it('cause one notification for their assignee, with a link to them', async () => {
      await admin().project('mine', 'Mine');
      await admin().gate('Mine', [['violations', 'GT', '100']], 'mine');
      const notifier = new RecordingNotifier(({ link = '' }, kind) => `${kind}: ${link}`);
      const { monitor, close } = openWatchingWindow(apiOf(await admin().token('a token of mine')), notifier);
      try {
        monitor.watch([
          { connection: serverConnection('mine', { serverUrl: admin().url }), project: 'mine' },
        ]);
        await monitor.start();
        const analyse = async (files: TestAnalysis['files']) => {
          const date = scanStart();
          await admin().analyse('mine', { files, ...(date !== undefined && { date }) });
        };
        await analyse(clean);
        await monitor.check();
        await analyse(dirty);
        // The issue has no assignee yet, so it causes no notification.
        await monitor.check();
        const [issue = ''] = await admin().openIssues('mine');
        await admin().post('issues/assign', { issue, assignee: 'admin' });
        await monitor.check();
        const link = `newIssues: ${admin().url}/project/issues?id=mine&resolved=false&assignees=admin`;
        assert.equal(await notifier.next(), link);
        await monitor.check();
        assert.deepEqual(notifier.delivered, [link]);
      } finally {
        close();
      }
    });
  });

  describe('the gate change scenario', () =>
    it('delivers the same notifications as on the model platform', async () => {
      await runGateChangeScenarioOn(
        admin(),
        apiOf(await admin().token('a token for gate changes')),
        'changes',
        scanStart,
      );
    }).timeout(300_000));

  webhookScenarios(admin);
  relayScenarios(admin);
  externalIssueScenarios(admin);
  issueScenarios(admin, apiOf);
}
