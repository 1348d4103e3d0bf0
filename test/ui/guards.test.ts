import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { latestEditor } from '../../scripts/editor/versions.ts';
import { openEditor, version, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

story('the guards of AI editors', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let folder: string;

  before(async function () {
    // Headless, the oldest editor has no pty host that answers: its terminals stay empty.
    if (version !== latestEditor) this.skip();
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project');
    editor = await keep(
      openEditor({
        // As on a machine at work: whoever starts the command line finds the token in the environment.
        settings: {
          'terminal.integrated.env.linux': { SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token },
        },
        tokensMayLieIn: [/User\/settings\.json$/, /User\/History\//],
      }),
    );
    folder = editor.folder('guarded', { 'service-project.properties': 'service.projectKey=demo\n' });
    window = await editor.openWindow({ folder });
    // Shown means loaded: a palette that is opened before knows no command of ours.
    await ServiceView.in(window);
  });

  const shimBecomes = (there: boolean): Promise<void> =>
    becomes(() => Promise.resolve(existsSync(join(folder, '.cursor/hooks/service-guard.sh'))), there);

  /** Opens the choice, which says what is installed, and picks one. */
  async function choose(state: string, label: string): Promise<void> {
    await window.command('Service: Set Up AI Editor Guards');
    await window.page.getByPlaceholder(state, { exact: true }).waitFor();
    await window.quickInput.getByRole('option', { name: label }).first().click();
  }

  it('are installed in a terminal where the folder is', async () => {
    await choose('Not installed', 'Install');
    await shimBecomes(true);
    await window.screenshot('guards-installed');
  });

  it('are known to be there, and removed', async () => {
    await choose('Installed, and sound', 'Remove');
    await shimBecomes(false);
  });
});
