import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeVsix } from '../../scripts/packagedExtension.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { openEditor, type UiEditor } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { installVsix } from '../support/installVsix.ts';
import { ServiceView } from '../ui/serviceView.ts';
import { scenario } from '../ui/scenario.ts';
import { assertNone } from '../support/lists.ts';

const former = z.string().parse(process.env.SERVICE_FORMER_VSIX);
const settingsKey = 'service.connectedMode.connections.server';
const journalSchema = z.object({
  connections: z.array(z.object({ gates: z.array(z.object({ project: z.string() })) })),
});

scenario('an update from a former version', ({ suite, keep }) => {
  suite.timeout(180_000);
  let platform: DemoPlatform;
  let editor: UiEditor;
  let folder: string;
  let storage: string;

  const projectsInJournal = async (): Promise<string[]> => {
    const text = await readFile(join(storage, 'gates/journal.1.json'), 'utf8');
    const { connections } = journalSchema.parse(JSON.parse(text));
    return connections.flatMap(({ gates }) => gates.map(({ project }) => project));
  };

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('shop', 'Shop');
    assert.equal(await platform.analyze('shop', 'clean'), 'OK');
    const { url, token } = platform;
    editor = await keep(
      openEditor({
        extension: 'none',
        // The former version moves the token of 3.5.4 to the secret storage.
        settings: { [settingsKey]: [{ connectionId: 'Office', serverUrl: url, token }] },
        lastingSecrets: true,
        tokensMayLieIn: [/User\/History\//],
      }),
    );
    storage = join(editor.home.userData, 'User/globalStorage/service.service-ide');
    folder = editor.folder('shop', {
      '.vscode/settings.json':
        '{"service.connectedMode.project": {"connectionId": "Office", "projectKey": "shop"}}',
    });
    await installVsix(editor, former);
  });

  it('finds what the former version wrote: a connection with its token, and the gate of a bound folder', async () => {
    await editor.openWindow({ folder });
    await becomes(projectsInJournal, ['shop']);
    // The token leaves the settings at a start after the one that copied it.
    await editor.restart();
    await editor.openWindow({ folder });
    await becomes(
      async () => (await readFile(editor.home.settingsFile, 'utf8')).includes(platform.token),
      false,
    );
  });

  it('keeps connection, token, binding and journal, so that a change during the update is shown', async () => {
    await Promise.all(editor.context.pages().map((page) => page.close()));
    await installVsix(editor, await writeVsix(temporaryFolder('vsix')));
    assert.equal(await platform.analyze('shop', 'bad'), 'ERROR');
    await editor.restart();
    const window = await editor.openWindow({ folder });
    const view = await ServiceView.in(window);
    await view.waitForRow(/^Office, connection, Connected/);
    await view.waitForRow(/^Shop, project, quality gate Failed, folders shop/);
    await window.toast(/Shop/).waitFor();
    assert.deepEqual(await projectsInJournal(), ['shop']);
    assertNone(readdirSync(storage), (name) => name.endsWith('.unreadable'));
  });
});
