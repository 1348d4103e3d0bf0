import assert from 'node:assert/strict';
import { startPlatform, type RunningPlatform } from '../../src/platform/platform.ts';
import { Provisioner } from './provision.ts';

const clean = { 'src/a.ts': { source: 'one\ntwo\nthree\n' } };
const dirty = { 'src/a.ts': { source: 'one\ntwo\nthree\n', issues: [{ line: 2 }] } };

interface Events {
  readonly events: readonly { readonly category: string; readonly message: string; readonly date: string }[];
}

for (const version of ['9.9.0', '26.9.0'])
  describe(`embedded platform as ${version}: a gate`, () => {
    let platform: RunningPlatform;
    let admin: Provisioner;

    before(async () => {
      platform = await startPlatform({ serverVersion: version });
      admin = new Provisioner(platform.url, platform.token);
      await admin.project('gate', 'Gate flip');
      await admin.gate('Live', [['violations', 'GT', '0']], 'gate');
    });
    after(() => platform.stop());

    const eventsSince = (from: string): Promise<Events> =>
      admin.get('developers/search_events', { projects: 'gate', from });
    const longAgo = '2000-01-01T00:00:00+0000';

    it('is NONE before the first analysis', async () => {
      assert.equal(await admin.gateStatus('gate'), 'NONE');
    });

    it('passes a first analysis without an event', async () => {
      assert.equal((await admin.analyse('gate', { files: clean })).gate, 'OK');
      assert.deepEqual(await eventsSince(longAgo), { events: [] });
    });

    it('fails by an analysis, with an event at the time the scan started', async () => {
      const date = Math.floor(Date.now() / 1000) * 1000 + 60_000;
      const { gate, status } = await admin.analyse('gate', { files: dirty, date });
      assert.deepEqual({ gate, status }, { gate: 'ERROR', status: 'SUCCESS' });
      const { events } = await eventsSince(longAgo);
      assert.deepEqual(
        events.map(({ category, message, date: at }) => ({ category, message, at })),
        [
          {
            category: 'QUALITY_GATE',
            message: "Quality Gate status of project 'Gate flip' changed to 'Failed'",
            at: new Date(date).toISOString().replace('.000Z', '+0000'),
          },
        ],
      );
      assert.equal((await eventsSince(events[0]?.date ?? '')).events.length, 0, '`from` is exclusive');
    });

    it('passes again at once when its issue is called a false positive, without an event', async () => {
      const [issue = ''] = await admin.openIssues('gate');
      await admin.transition(issue, 'falsepositive');
      assert.equal(await admin.gateStatus('gate'), 'OK');
      const { measures } = await admin.get<{ measures: { value: string }[] }>('measures/search', {
        projectKeys: 'gate',
        metricKeys: 'alert_status',
      });
      assert.equal(measures[0]?.value, 'OK');
      assert.match((await eventsSince(longAgo)).events.at(-1)?.message ?? '', /'Failed'$/u);
    });

    it('stays passed when the same issue is found again, even on another line', async () => {
      const moved = { 'src/a.ts': { source: 'zero\none\ntwo\nthree\n', issues: [{ line: 3 }] } };
      assert.equal((await admin.analyse('gate', { files: moved, date: Date.now() + 120_000 })).gate, 'OK');
    });

    it('is not computed by a changed condition alone, but by the next change of an issue', async () => {
      await admin.gate('Strict', [['lines', 'GT', '1']], 'gate');
      assert.equal(await admin.gateStatus('gate'), 'OK');
      const { issues } = await admin.get<{ issues: { key: string }[] }>('issues/search', {
        components: 'gate',
        componentKeys: 'gate',
      });
      await admin.transition(issues[0]?.key ?? '', 'reopen');
      assert.equal(await admin.gateStatus('gate'), 'ERROR');
    });

    it('says which server it is while it starts, and nothing else', async () => {
      await admin.control({ status: 'STARTING' });
      const status = await fetch(`${platform.url}/api/system/status`);
      assert.equal(((await status.json()) as { status: string }).status, 'STARTING');
      const other = await fetch(`${platform.url}/api/users/current`);
      assert.deepEqual(
        [other.status, await other.text()],
        [404, '{"errors":[{"msg":"Unknown url : /api/users/current"}]}'],
      );
      await admin.control({ status: 'UP' });
      assert.equal(await admin.gateStatus('gate'), 'ERROR');
    });
  });
