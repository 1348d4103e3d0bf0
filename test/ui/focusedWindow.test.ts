import assert from 'node:assert/strict';
import { needsWindowFocus } from '../harness/browser.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { SharedGates } from './sharedGates.ts';
import { boundTo, withServers } from './userSettings.ts';
import { scenario } from './scenario.ts';

scenario('three windows that are opened one after another', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let gates: SharedGates;
  const windows: UiWindow[] = [];

  before(async function () {
    await needsWindowFocus(this);
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project', 'clean');
    editor = await keep(
      openEditor(
        withServers([{ connectionId: 'Quality', serverUrl: platform.url, token: platform.token }], {
          'service.notifications.pollInterval': 10,
          'service.notifications.unfocusedPollInterval': 10,
        }),
      ),
    );
    gates = new SharedGates(editor);
    for (const name of ['one', 'two', 'three']) {
      const window = await editor.openWindow({ folder: editor.folder(name, boundTo('demo')) });
      windows.push(window);
      await new ServiceView(window).gate.filter({ hasText: 'Gate: Passed' }).waitFor();
    }
  });

  for (const [index, code, text, expected] of [
    [1, 'bad', 'failed its quality gate', [0, 1, 0]],
    [0, 'clean', 'passed its quality gate', [1, 0, 0]],
  ] as const)
    it(`notify in window ${index + 1} alone when it is brought to the front without a click`, async () => {
      const before = Date.now();
      await windows[index]?.focus();
      await becomes(async () => (await gates.lastFocus()) >= before, true);
      const count = (await gates.outcomes()).length + 1;
      await platform.analyze('demo', code);
      await becomes(async () => (await gates.changes()).length, count);
      // A busy page takes seconds to answer, and must not be taken for one that has crashed.
      await windows[index]?.page.evaluate('for (const end = Date.now() + 4000; Date.now() < end; );');
      await windows[index]?.toast(text).waitFor();
      await becomes(() => gates.outcomes(), Array<string>(count).fill('toast'));
      const counts = await Promise.all(windows.map((window) => window.toast(text).count()));
      assert.deepEqual(counts, expected);
    });
});
