import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhooksCommand } from '../../src/cli/commands/webhooks.ts';
import type { GateMonitor } from '../../src/core/gate/monitor.ts';
import { noLog } from '../../src/core/log.ts';
import { relayPaths } from '../../src/core/push/pushEvents.ts';
import { PushClient } from '../../src/core/push/pushClient.ts';
import { PushDebouncer } from '../../src/core/push/pushDebouncer.ts';
import { systemClock as clock } from '../../src/node/process/clock.ts';
import { openStream } from '../../src/node/http/openStream.ts';
import { startRelay, type RunningRelay } from '../../src/relay/relay.ts';
import { runCli } from '../support/cliRun.ts';
import { createKey, webhookSecret } from '../support/relayFixture.ts';
import { serverConnection } from '../simulation/monitoredWindow.ts';
import type { Provisioner } from './provision.ts';
import { clean, dirty } from './pythonFiles.ts';
import { homeVariables } from '../support/homeVariables.ts';
import { openWatchingWindow, RecordingNotifier } from './watchingWindow.ts';

const project = 'doorbell';
/** Checks the way of a gate change by webhook, relay and push event to the notification, with the parts of the product. */
export function relayScenarios(admin: () => Provisioner): void {
  describe('a relay', () => {
    let data: string;
    let relay: RunningRelay;
    let monitor: GateMonitor;
    let close: () => void;
    let client: PushClient;
    let debouncer: PushDebouncer;
    let receivedAt = 0;
    let toldAt = NaN;
    const notifier = new RecordingNotifier(({ to }) => {
      toldAt = Date.now();
      return to;
    });
    const report = (what: string, from: number): void => {
      console.error(
        `        ${what}: toast ${toldAt - from} ms after it, ${toldAt - receivedAt} ms after the push event`,
      );
    };

    before(async () => {
      data = mkdtempSync(join(tmpdir(), 'relay-scenario-'));
      await admin().project(project, 'Doorbell');
      await admin().gate('Doorbell', [['violations', 'GT', '0']], project);
      await admin().analyse(project, { files: clean });
      const onError = (error: unknown): void => {
        throw error;
      };
      const options = {
        data,
        port: 0,
        host: '127.0.0.1',
        secrets: [webhookSecret],
        keep: 1000,
        maxStreams: 10,
      };
      relay = await startRelay({ ...options, onError });
      const token = await admin().token('relay scenario');
      const env = {
        ...homeVariables(data),
        SERVICE_URL: admin().url,
        SERVICE_TOKEN: token,
        HOOK_SECRET: webhookSecret,
      };
      const url = `${relay.url}${relayPaths.webhook}`;
      const { exitCode, stderr } = await runCli(
        ['webhooks', 'create', '--name', 'relay', '--url', url, '-p', project, '--secret-env', 'HOOK_SECRET'],
        { rows: [webhooksCommand], cwd: data, env },
      );
      assert.equal(exitCode, 0, stderr);

      const connection = serverConnection('scenario', { serverUrl: admin().url });
      // No poll is due during this scenario, so every notification comes from a push event.
      ({ monitor, close } = openWatchingWindow(admin().api(token), notifier));
      monitor.watch([{ connection, project }]);
      await monitor.start();
      const { key } = await createKey(data, project);
      client = new PushClient({
        open: openStream,
        address: relay.url,
        key,
        clock,
        random: Math.random,
        log: noLog,
      });
      client.onDidReceive(() => (receivedAt = Date.now()));
      debouncer = new PushDebouncer({
        client,
        ledProjects: () => monitor.ledProjects(),
        receivePush: (push) => monitor.receivePush(push),
        clock,
        random: Math.random,
      });
      // The baseline, and this window's lead, before the first push event.
      await monitor.check();
      await new Promise<void>((resolve) => {
        const look = () => {
          if (monitor.leads(connection.uuid)) resolve();
        };
        monitor.onDidChangeLeadership(look);
        look();
      });
      const listening = new Promise<void>((resolve) =>
        client.onDidChange(() => {
          if (client.state === 'listening') resolve();
        }),
      );
      client.start();
      await listening;
    });
    after(async () => {
      client.dispose();
      debouncer.dispose();
      close();
      await relay.stop();
      rmSync(data, { recursive: true, force: true });
    });

    it('delivers a gate change that an analysis caused', async () => {
      await admin().analyse(project, { files: dirty });
      const analysedAt = Date.now();
      assert.equal(await notifier.next(), 'ERROR');
      report('an analysis', analysedAt);
    });

    it('delivers a gate change that an issue change caused', async () => {
      const [issue = ''] = await admin().openIssues(project);
      const changedAt = Date.now();
      await admin().transition(issue, 'falsepositive');
      assert.equal(await notifier.next(), 'OK');
      report('an issue', changedAt);
    });
  });
}
