import assert from 'node:assert/strict';
import { needsWindowFocus } from '../harness/browser.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { ServiceView } from './serviceView.ts';
import { SharedGates } from './sharedGates.ts';
import { scenario, type Stage } from './scenario.ts';
import { boundTo } from './userSettings.ts';
import type { WatchedPlatform } from './watchedPlatform.ts';

/** Opens three windows, kills the leader, and expects one toast for each of `gateChanges` changes. */
export function threeWindows(
  gateChanges: number,
  start: (keep: Stage['keep']) => Promise<WatchedPlatform>,
): void {
  scenario('three windows of one editor', ({ keep }) => {
    let platform: WatchedPlatform;
    let editor: UiEditor;
    let gates: SharedGates;
    const windows: UiWindow[] = [];
    let changed = 0;

    const open = async (name: string): Promise<ServiceView> => {
      const window = await editor.openWindow({ folder: editor.folder(name, boundTo(platform.project.key)) });
      windows.push(window);
      return ServiceView.in(window);
    };
    const seesPassed = (view: ServiceView): Promise<void> =>
      view.waitForRow(new RegExp(`^${platform.project.name}, project, quality gate Passed`));
    /** Changes the gate, checks it in the last window, and expects one toast there, the state everywhere, no other toast. */
    const changeGate = async (): Promise<void> => {
      const isBad = changed % 2 === 0;
      changed++;
      await platform.turn(isBad ? 'ERROR' : 'OK');
      const focused = windows.at(-1);
      assert.ok(focused);
      await focused.focus();
      await focused.command('Service: Check All Connections');
      const text = isBad ? 'failed its quality gate' : 'passed its quality gate';
      const toasts = () => Promise.all(windows.map((window) => window.toast('quality gate').count()));
      await becomes(toasts, [0, 0, 1]);
      // Under the mouse it stays: on a busy machine the looks at the other windows take longer than a toast does.
      await focused.toast(text).hover();
      for (const window of windows) {
        const view = new ServiceView(window);
        await view.gate.filter({ hasText: isBad ? 'Gate: Failed' : 'Gate: Passed' }).waitFor();
        // Also where the extension host was killed while there was a badge.
        const badge = isBad ? 'Service - Failed quality gates: 1' : 'Service';
        await view.tab.and(window.page.getByRole('tab', { name: badge, exact: true })).waitFor();
      }
      await becomes(() => gates.outcomes(), Array<string>(changed).fill('toast'));
      assert.deepEqual(await toasts(), [0, 0, 1]);
      await focused.command('Notifications: Clear All Notifications');
      await focused.toast(text).waitFor({ state: 'hidden' });
    };

    before(async function () {
      await needsWindowFocus(this);
      platform = await start(keep);
      editor = await keep(
        openEditor({
          // The long interval leaves manual checks as the only source of observations.
          settings: { 'service.notifications.pollInterval': 3600 },
          lastingSecrets: true,
        }),
      );
      gates = new SharedGates(editor);
      const view = await open('one');
      await view.addServer('Quality', platform);
      await seesPassed(view);
      for (const name of ['two', 'three']) await seesPassed(await open(name));
    });

    it('notify in the window with the focus, and show the gate in all', changeGate);

    it('elect another leader within seconds after the leader was killed', async () => {
      const dead = await gates.leader();
      process.kill(dead.pid, 'SIGKILL');
      await becomes(async () => {
        const { generation, pid } = await gates.leader();
        return generation > dead.generation && pid !== dead.pid;
      }, true);
    });

    it(`then cause one toast for each change of the gate: ${gateChanges}`, async () => {
      for (let n = 0; n < gateChanges; n++) await changeGate();
      assert.deepEqual(await gates.outcomes(), Array<string>(gateChanges + 1).fill('toast'));
    });
  });
}
