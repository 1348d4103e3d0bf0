import assert from 'node:assert/strict';
import { clean, dirty } from '../contract/pythonFiles.ts';
import type { Provisioner } from '../contract/provision.ts';
import { useToken } from '../harness/tokens.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { ServiceView } from '../ui/serviceView.ts';
import { scenario } from '../ui/scenario.ts';

const project = 'watched';
/** The poll, the request, and an editor on a busy machine. */
const patience = { timeout: 120_000 };

/** From a connection to a toast in a real editor, on whatever platform there is. */
export function editorScenario(admin: () => Provisioner): void {
  scenario('a real editor', ({ keep }) => {
    let editor: UiEditor;
    let window: UiWindow;
    let view: ServiceView;

    before(async () => {
      await admin().project(project, 'Watched project');
      await admin().gate('Watched', [['violations', 'GT', '0']], project);
      assert.equal((await admin().analyse(project, { files: clean })).gate, 'OK');
      editor = await keep(openEditor({ settings: { 'service.notifications.pollInterval': 10 } }));
      const folder = editor.folder('watched', {
        'a.py': 'x = 1\n',
        '.vscode/settings.json': JSON.stringify({
          'service.connectedMode.project': { projectKey: project },
        }),
      });
      window = await editor.openWindow({ folder });
      view = await ServiceView.in(window);
    });

    it('connects, and shows the gate of the bound folder', async () => {
      const token = useToken(await admin().token('an editor'));
      await view.addServer('Real', { url: admin().url, token });
      await view.waitForRow(/^Watched project, project, quality gate Passed/);
    });

    it('shows a toast when an analysis changes the gate', async () => {
      assert.equal((await admin().analyse(project, { files: dirty })).gate, 'ERROR');
      const toast = window.toast('Watched project failed its quality gate (was: passed)');
      await toast.waitFor(patience);
      assert.equal(await toast.count(), 1);
    });

    it('shows another toast when a false positive changes it back without an event', async () => {
      const [issue = ''] = await admin().openIssues(project);
      await admin().transition(issue, 'falsepositive');
      const toast = window.toast('Watched project passed its quality gate (was: failed)');
      await toast.waitFor(patience);
      await view.waitForRow(/^Watched project, project, quality gate Passed/);
    });
  });
}
