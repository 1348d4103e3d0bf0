import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { RealServer } from '../../scripts/real/server.ts';
import type { Provisioner } from '../contract/provision.ts';
import { useToken } from '../harness/tokens.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { ServiceView } from '../ui/serviceView.ts';
import { SharedGates } from '../ui/sharedGates.ts';
import { scenario } from '../ui/scenario.ts';
import { boundTo, withServers } from '../ui/userSettings.ts';
import type { WatchedPlatform } from '../ui/watchedPlatform.ts';
import { watchedReal } from './watchedReal.ts';

const serverKey = 'service.connectedMode.connections.server';
const pollMs = 10_000;
/** Milliseconds for a poll interval with its jitter, a request, and an editor on a busy machine. */
const patienceMs = 1.1 * pollMs + 5000;
/** How long the server stays away before it starts again, milliseconds. */
const outageMs = Number(process.env.SERVICE_OUTAGE_SECONDS ?? 15) * 1000;
const lastChecked = 'Last checked: \\d\\d?:\\d\\d.[AP]M\\.';

/** A user recovers from an old settings file, a revoked token and a server that restarts. */
export function recoveryScenario(admin: () => Provisioner, server: () => RealServer): void {
  scenario('an editor with an old settings file', ({ keep }) => {
    let platform: WatchedPlatform;
    let editor: UiEditor;
    let window: UiWindow;
    let view: ServiceView;
    let gates: SharedGates;

    const open = async (folder: string): Promise<void> => {
      window = await editor.openWindow({ folder });
      view = await ServiceView.in(window);
    };
    const settings = async (): Promise<unknown> =>
      (JSON.parse(await readFile(editor.home.settingsFile, 'utf8')) as Record<string, unknown>)[serverKey];
    /** Waits for a row and logs how long that took. */
    const seen = async (what: string, row: RegExp, limitMs: number): Promise<void> => {
      const start = Date.now();
      await view.rowLike(row).waitFor({ timeout: limitMs });
      console.log(`        ${what}: ${Date.now() - start} ms`);
    };
    const stale = (gate: string, reason: string) =>
      new RegExp(`^Project old, project, quality gate ${gate}, folders old, ${lastChecked} ${reason}`);
    let folder: string;

    before(async () => {
      platform = await watchedReal(admin(), 'old');
      const element = {
        connectionId: 7,
        serverUrl: `${platform.url}/`,
        token: platform.token,
        region: null,
        disableNotifications: 'false',
      };
      editor = await keep(
        openEditor({
          settings: { 'service.notifications.pollInterval': pollMs / 1000, [serverKey]: [element] },
          lastingSecrets: true,
          tokensMayLieIn: [/User\/History\//],
        }),
      );
      gates = new SharedGates(editor);
      folder = editor.folder('old', boundTo('old'));
      await open(folder);
    });

    it('gets a connection that works, although optional fields have the wrong type', async () => {
      await view.waitForRow(/^7, connection, Connected/);
      await view.waitForRow(/^Project old, project, quality gate Passed, folders old$/);
      await window.toast('Connections moved from the settings to the Connected Mode view: 1.').hover();
      await window.screenshot('real-migrated');
      await window.answerToast('Connections moved', 'Show Report');
      const report = window.page.frameLocator('iframe.webview').frameLocator('#active-frame').locator('body');
      await report.getByText('The value of disableNotifications is not valid').waitFor();
      await window.screenshot('real-migration-report');
    });

    it('has no token in its settings from the second start on', async () => {
      await editor.restart();
      await open(folder);
      await view.waitForRow(/^7, connection, Connected/);
      await window.toast('Connections removed from the settings: 1.').waitFor();
      await becomes(settings, []);
    });

    it('shows that its gate is out of date when the token is revoked', async () => {
      await admin().post('user_tokens/revoke', { name: 'an editor for old' });
      await seen('stale after the token was revoked', stale('Passed', 'Token refused'), 2 * patienceMs);
      await view.waitForRow(/^7, connection, Token refused/);
      await view.gate.locator('.codicon-warning').waitFor();
      await window.screenshot('real-token-refused');
    });

    it('polls at once when the token is replaced, although the polls are backed off', async () => {
      await platform.turn('ERROR');
      await becomes(async () => ((await gates.connections())[0]?.poll.failures ?? 0) >= 2, true, 90_000);
      await view.act('7, connection', 'Replace Token', view.step('Replace Token of 7'));
      await view.pasteToken(useToken(await admin().token('a new one for old')));
      await seen(
        'gate after the token was replaced',
        /^Project old, project, quality gate Failed, folders old$/,
        5000,
      );
      await view.waitForRow(/^7, connection, Connected/);
      await window.toast('Project old failed its quality gate (was: passed)').waitFor();
      await window.command('Service: Why Am I Not Notified?');
      await view.atStep('old: no problems found');
      await window.screenshot('real-token-replaced');
      await window.page.keyboard.press('Escape');
    });

    it('shows that its gate is out of date while the server is down', async () => {
      await server().halt();
      await seen('stale after the server went down', stale('Failed', '.*reach'), 2 * patienceMs);
      await view.gate.locator('.codicon-warning').waitFor();
      await window.screenshot('real-server-down');
    });

    it('is connected within one poll interval after the server is back', async () => {
      await pause(outageMs);
      await server().resume();
      await seen(
        'gate after the server was up again',
        /^Project old, project, quality gate Failed, folders old$/,
        patienceMs,
      );
      await seen('connected', /^7, connection, Connected/, 5000);
      await window.screenshot('real-server-back');
      assert.deepEqual(await gates.outcomes(), ['toast']);
    }).timeout(outageMs + 240_000);
  });

  scenario('an editor without notifications', ({ keep }) => {
    it('keeps the gate in the open view up to date, without a notification', async () => {
      const platform = await watchedReal(admin(), 'quiet');
      const element = {
        connectionId: 'Quiet',
        serverUrl: platform.url,
        token: platform.token,
        disableNotifications: true,
      };
      const editor = await keep(
        openEditor(withServers([element], { 'service.notifications.pollInterval': pollMs / 1000 })),
      );
      const window = await editor.openWindow({ folder: editor.folder('quiet', boundTo('quiet')) });
      const view = await ServiceView.in(window);
      await view.waitForRow(/^Project quiet, project, quality gate Passed/);
      for (const [status, shown] of [
        ['ERROR', 'Failed'],
        ['OK', 'Passed'],
      ] as const) {
        await platform.turn(status);
        await view
          .rowLike(new RegExp(`^Project quiet, project, quality gate ${shown}`))
          .waitFor({ timeout: patienceMs });
      }
      assert.equal(await window.toast('quality gate').count(), 0);
      await window.screenshot('real-no-notifications');
    });
  });
}
