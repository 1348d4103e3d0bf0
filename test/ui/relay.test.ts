import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhooksCommand } from '../../src/cli/commands/webhooks.ts';
import { startRelay, type RunningRelay } from '../../src/relay/relay.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { runCli } from '../support/cliRun.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { createKey, webhookSecret } from '../support/relayScene.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

story('a relay', () => {
  let data: string;
  let platform: DemoPlatform;
  let relay: RunningRelay;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;

  const start = (port: number): Promise<RunningRelay> =>
    startRelay({
      data,
      port,
      host: '127.0.0.1',
      secrets: [webhookSecret],
      keep: 1000,
      maxStreams: 10,
      onError: (error) => {
        throw error;
      },
    });
  const streams = async (): Promise<unknown> =>
    ((await (await fetch(`${relay.url}/healthz`)).json()) as { streams: number }).streams;

  before(async () => {
    data = mkdtempSync(join(tmpdir(), 'relay-ui-'));
    platform = await DemoPlatform.start();
    await platform.createProject('demo', 'Demo Project');
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    relay = await start(0);
    const args = ['webhooks', 'create', '--name', 'relay', '--url', `${relay.url}/webhook`];
    const { exitCode, stderr } = await runCli([...args, '--project', 'demo', '--secret-env', 'HOOK_SECRET'], {
      rows: [webhooksCommand],
      cwd: data,
      env: {
        HOME: data,
        SERVICE_URL: platform.url,
        SERVICE_TOKEN: platform.token,
        HOOK_SECRET: webhookSecret,
      },
    });
    assert.equal(exitCode, 0, stderr);
    // Polls come too late for this story: what it shows came by the relay.
    editor = await openEditor({ settings: { 'service.notifications.pollInterval': 3600 } });
    const folder = editor.folder('demo', {
      'a.js': 'export const a = 1;\n',
      '.vscode/settings.json': JSON.stringify({ 'service.connectedMode.project': { projectKey: 'demo' } }),
      '.service/connectedMode.json': JSON.stringify({
        serverUrl: platform.url,
        projectKey: 'demo',
        relayUrl: relay.url,
      }),
    });
    window = await editor.openWindow({ folder });
    view = new ServiceView(window);
    await view.open();
  });
  after(async () => {
    try {
      await editor.close();
    } finally {
      await relay.stop();
      await platform.stop();
      rmSync(data, { recursive: true, force: true });
    }
  });

  it('that the shared binding file names is asked about before anything is sent there', async () => {
    const question = window.toast('This workspace names a relay');
    await question.hover();
    await window.screenshot('relay-proposed');
    assert.equal(await streams(), 0);
    await window.answerToast('This workspace names a relay', 'Use Relay');
    await view.atStep(/Connect to Relay \(1\/2\)/);
    await window.page.keyboard.press('Enter');
  });

  it('takes its key once the relay has accepted it', async () => {
    await view.atStep(/Connect to Relay \(2\/2\)/);
    await view.answer('srk_wrong');
    await view.objection('The relay does not know this key, or it was revoked.');
    await view.answer(createKey(data, 'demo').key);
    await view.addServer('Quality', platform);
    await view.waitForRow(/^Demo Project, project, quality gate Passed/);
  });

  it('brings a flip to the person within seconds, long before a poll would', async () => {
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    const toast = window.toast('The quality gate of Demo Project has failed. Before: Passed.');
    await toast.hover();
    assert.equal(await streams(), 1);
    await window.screenshot('relay-flip');
  });

  it('is found again after it was away, and tells what it took meanwhile', async () => {
    // The editor comes back in its own time, at the latest when it has found the relay away twice.
    const { port } = new URL(relay.url);
    await relay.stop();
    relay = await start(Number(port));
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    await window.toast('The quality gate of Demo Project has passed').waitFor({ timeout: 100_000 });
  });
});
