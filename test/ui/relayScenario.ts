import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relayPaths, type PushEvent } from '../../src/core/push/pushEvents.ts';
import { startRelay, type RunningRelay } from '../../src/relay/relay.ts';
import { useToken } from '../harness/tokens.ts';
import { openEditor, repeatUntilShown, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { createKey, Listening, webhookSecret } from '../support/relayFixture.ts';
import { GateDetailsPage } from './gateDetailsPage.ts';
import { ServiceView } from './serviceView.ts';
import { SharedGates } from './sharedGates.ts';
import { boundTo } from './userSettings.ts';
import { scenario, type Stage } from './scenario.ts';
import type { WatchedPlatform } from './watchedPlatform.ts';

/** A relay that can go away and come back at its address. */
class Relay implements AsyncDisposable {
  readonly data = mkdtempSync(join(tmpdir(), 'relay-ui-'));
  #running: RunningRelay | undefined;
  #url = '';

  get url(): string {
    return this.#url;
  }

  async start(): Promise<this> {
    this.#running = await startRelay({
      data: this.data,
      port: this.#url === '' ? 0 : Number(new URL(this.#url).port),
      host: '127.0.0.1',
      secrets: [webhookSecret],
      keep: 1000,
      maxStreams: 10,
      onError: (error) => {
        throw error;
      },
    });
    this.#url = this.#running.url;
    return this;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  async streams(): Promise<number> {
    return ((await (await fetch(`${this.url}/healthz`)).json()) as { streams: number }).streams;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** How long an editor may take to believe that a relay is gone, or that it is back, on a busy machine. */
const patienceMs = 150_000;

/** From a shared file's proposal to changes by push event, also after the relay was away (`isLong`: for longer). */
export function relayScenario(
  start: (keep: Stage['keep']) => Promise<WatchedPlatform>,
  { isLong = false } = {},
): void {
  scenario('a relay, in an editor', ({ keep }) => {
    let platform: WatchedPlatform;
    let relay: Relay;
    let editor: UiEditor;
    let window: UiWindow;
    let view: ServiceView;
    let gates: SharedGates;
    let key: string;

    /** Changes the gate and expects one toast, the sources of all changes so far, and one delivery for each. */
    const changeGate = async (to: 'ERROR' | 'OK', ...sources: readonly string[]): Promise<void> => {
      const text =
        to === 'ERROR' ? 'failed its quality gate (was: passed)' : 'passed its quality gate (was: failed)';
      // Removes earlier notifications, so that the test cannot take them for the next one.
      await window.command('Notifications: Clear All Notifications');
      await platform.turn(to);
      await window.toast(`${platform.project.name} ${text}`).waitFor({ timeout: patienceMs });
      await becomes(() => gates.outcomes(), Array<string>(sources.length).fill('toast'));
      assert.deepEqual(
        (await gates.changes()).map(({ source }) => source),
        sources,
      );
    };

    before(async () => {
      platform = await start(keep);
      relay = await keep(new Relay().start());
      ({ key } = await createKey(relay.data, platform.project.key));
      useToken(key);
      // While a relay is listened to polls rest for a quarter of an hour: what shows before came by a push event.
      editor = await keep(openEditor({ settings: { 'service.notifications.pollInterval': 10 } }));
      gates = new SharedGates(editor);
      const { key: projectKey } = platform.project;
      const folder = editor.folder('demo', {
        ...boundTo(projectKey),
        '.service/connectedMode.json': JSON.stringify({
          serverUrl: platform.url,
          projectKey,
          relayUrl: relay.url,
        }),
      });
      window = await editor.openWindow({ folder });
      view = await ServiceView.in(window);
    });

    it('named by the shared binding file gets no request before the user agrees', async () => {
      const proposal = 'This workspace proposes the relay';
      await window.toast(proposal).waitFor();
      assert.equal(await relay.streams(), 0);
      await window.answerToast(proposal, 'Use Relay');
      await view.atStep(/Connect to Relay \(1\/2\)/);
      await window.page.keyboard.press('Enter');
    });

    it('connects the editor once the relay has accepted the relay key', async () => {
      await view.answer('srk_wrong', /Connect to Relay \(2\/2\)/);
      await view.objection('The relay does not know this key, or the key was revoked.');
      await view.answer(key);
      await view.step(/Connect to Relay/).waitFor({ state: 'hidden' });
      await window.toast(`Connected to relay ${relay.url}.`).waitFor();
      await view.addServer('Quality', platform);
      await view.waitForRow(new RegExp(`^${platform.project.name}, project, quality gate Passed`));
      await becomes(() => relay.streams(), 1);
    });

    it('receives the deliveries of a webhook that the user creates in the view', async () => {
      await window.command('Service: Create Webhook');
      await view.choose(platform.project.name, 'Webhooks of');
      await view.answer('relay', 'Create Webhook (1/3)');
      await view.answer(`${relay.url}${relayPaths.webhook}`, '(2/3)');
      await view.objection('for the platform it means its own machine');
      await window.page.keyboard.press('Enter');
      await view.choose('Enter a secret', '(3/3)');
      await window.quickInput.locator('input[type=password]').waitFor();
      await view.answer(webhookSecret);
      await view.step('Create Webhook').waitFor({ state: 'hidden' });
      await view.expand(platform.project.name, view.row('Webhooks, 1 of 10'));
      await view.expand('Webhooks, ', view.row('relay, webhook, No deliveries yet'));
    });

    it('makes each changed gate appear as one toast within seconds', async () => {
      const listening = await Listening.open(relay.url, key);
      assert.equal((await listening.next())?.name, 'hello');
      for (const [to, sources] of [
        ['ERROR', ['doorbell']],
        ['OK', ['doorbell', 'doorbell']],
      ] as const) {
        await changeGate(to, ...sources);
        const received = (await listening.next())?.data as PushEvent;
        const change = (await gates.changes()).at(-1);
        const sinceDelivery = (at = NaN): string => `${at - received.at} ms`;
        console.log(
          `        after the delivery: seen in ${sinceDelivery(change?.at)}, shown in ${sinceDelivery(change?.outcome?.at)}`,
        );
      }
      listening.close();
    });

    it('causes toasts that lead to the details', async () => {
      await window.answerToast('passed its quality gate', 'Show Details');
      const details = await GateDetailsPage.in(window);
      await details.page.getByRole('heading', { name: platform.project.name }).waitFor();
    });

    /** The row of the relay among what lies between the folder and the notification. */
    const explained = (text: RegExp): Promise<void> =>
      window.quickInput
        .getByRole('option', { name: /^Relay/ })
        .filter({ hasText: text })
        .waitFor();

    it('is one of the links between folder and notification', async () => {
      await window.command('Service: Why Am I Not Notified?');
      await view.atStep('demo: no problems found');
      await explained(/Connected to .*\. Last push event at/);
      await window.page.keyboard.press('Escape');
    });

    if (isLong)
      it('is replaced by polling while it is away', async () => {
        await relay.stop();
        await changeGate('ERROR', 'doorbell', 'doorbell', 'poll');
        // A window that is busy may have given up its lead for a moment, and then knows nothing of the relay.
        await repeatUntilShown(view.step('demo: problem with “Relay”'), () =>
          window.command('Service: Why Am I Not Notified?'),
        );
        await explained(/could not be reached\. Until it responds, quality gates are polled\./);
        await window.page.keyboard.press('Escape');
        await relay.start();
      });
    else
      it('can restart', async () => {
        await relay.stop();
        await relay.start();
        await changeGate('ERROR', 'doorbell', 'doorbell', 'doorbell');
      });

    it('is used again when it is back, and no change is lost or repeated', async () => {
      await becomes(() => relay.streams(), 1, patienceMs);
      await changeGate('OK', 'doorbell', 'doorbell', isLong ? 'poll' : 'doorbell', 'doorbell');
    });
  });
}
