import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

/** How often the gate flips after the leader is dead. */
const flips = Number(process.env.SERVICE_TEST_FLIPS ?? 5);

story('three windows of one editor', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  const windows: UiWindow[] = [];
  let flipped = 0;

  const open = async (name: string): Promise<ServiceView> => {
    const settings = JSON.stringify({ 'service.connectedMode.project': { projectKey: 'demo' } });
    const folder = editor.folder(name, { '.vscode/settings.json': settings });
    const window = await editor.openWindow({ folder });
    windows.push(window);
    const view = await ServiceView.in(window);
    return view;
  };
  const gates = (): string => join(editor.home.userData, 'User/globalStorage/service.service-ide/gates');
  /** Process of the window that leads, by the highest generation of the one lock. */
  const leader = async (): Promise<{ readonly generation: number; readonly pid: number }> => {
    const [lock = ''] = await readdir(join(gates(), 'leaders'));
    const folder = join(gates(), 'leaders', lock);
    const numbers = (await readdir(folder)).flatMap((name) => /^lead\.(\d+)$/.exec(name)?.[1] ?? []);
    const generation = Math.max(...numbers.map(Number));
    const { pid } = JSON.parse(await readFile(join(folder, `lead.${generation}`), 'utf8')) as { pid: number };
    return { generation, pid };
  };
  const outcomes = async (): Promise<readonly unknown[]> => {
    const journal = JSON.parse(await readFile(join(gates(), 'journal.1.json'), 'utf8')) as {
      readonly changes: readonly { readonly outcome?: { readonly as: string } }[];
    };
    return journal.changes.map(({ outcome }) => outcome?.as);
  };
  /** Flips the gate, asks for it in the last window, and sees one toast there, the state everywhere, no other toast. */
  const flip = async (): Promise<void> => {
    const isBad = flipped % 2 === 0;
    flipped++;
    assert.equal(await platform.analyze('demo', isBad ? 'bad' : 'clean'), isBad ? 'ERROR' : 'OK');
    const focused = windows.at(-1);
    assert.ok(focused);
    await focused.focus();
    await focused.command('Service: Check All Connections');
    const text = isBad ? 'has failed' : 'has passed';
    await focused.toast(text).waitFor();
    for (const window of windows) {
      const view = new ServiceView(window);
      await view.gate.filter({ hasText: isBad ? 'Gate: Failed' : 'Gate: Passed' }).waitFor();
      // Also where the extension host was killed while there was a badge.
      const badge = isBad ? 'Service - Failed quality gates: 1' : 'Service';
      await view.tab.and(window.page.getByRole('tab', { name: badge, exact: true })).waitFor();
    }
    await becomes(outcomes, Array<string>(flipped).fill('toast'));
    const counts = await Promise.all(windows.map((window) => window.toast('quality gate').count()));
    assert.deepEqual(counts, [0, 0, 1]);
    await focused.command('Notifications: Clear All Notifications');
    await focused.toast(text).waitFor({ state: 'hidden' });
  };

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project');
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    editor = await keep(
      openEditor({
        // Only what somebody asks for is seen.
        settings: { 'service.notifications.pollInterval': 3600 },
        lastingSecrets: true,
      }),
    );
    const view = await open('one');
    await view.addServer('Quality', platform);
    await view.waitForRow(/^Demo Project, project, quality gate Passed/);
    for (const name of ['two', 'three']) {
      const other = await open(name);
      await other.waitForRow(/^Demo Project, project, quality gate Passed/);
    }
  });

  it('tell a flip in the one that has the focus, and show it in all', flip);

  it('have another leader within seconds when the leader is killed', async () => {
    const dead = await leader();
    process.kill(dead.pid, 'SIGKILL');
    await becomes(async () => {
      const { generation, pid } = await leader();
      return generation > dead.generation && pid !== dead.pid;
    }, true);
  });

  it(`make as many toasts as there are flips after that: ${flips}`, async () => {
    for (let n = 0; n < flips; n++) await flip();
    assert.deepEqual(await outcomes(), Array<string>(flips + 1).fill('toast'));
  }).timeout(60_000 + flips * 20_000);
});
