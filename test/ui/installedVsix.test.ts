import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretKeyOf } from '../../scripts/editor/preparedSecrets.ts';
import { writeVsix } from '../../scripts/packagedExtension.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { openEditor, type UiEditor } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { installVsix } from '../support/installVsix.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

// @oldest-editor: how an editor unpacks and registers a VSIX differs by version.

const recorded = join(import.meta.dirname, '../fixtures/installed-0dc5f78/storage');
const extensionId = 'service.service-ide';

const ownVsix = (): Promise<string> => writeVsix(temporaryFolder('vsix'));

scenario('the VSIX in an empty profile', ({ keep }) => {
  let editor: UiEditor;

  it('is installed by the editor, with the notices of the packages in it', async () => {
    editor = await keep(openEditor({ extension: 'none' }));
    await installVsix(editor, await ownVsix());
    const [folder = ''] = readdirSync(editor.home.extensions).filter((name) => name.startsWith(extensionId));
    const notices = readFileSync(join(editor.home.extensions, folder, 'THIRD_PARTY_NOTICES.md'), 'utf8');
    assert.match(notices, /\| axios \| /);
  });

  it('shows its view, and asks for a first connection', async () => {
    const window = await editor.openWindow({ folder: editor.folder('empty') });
    const view = await ServiceView.in(window);
    await view.addButton.waitFor();
  });
});

/** The folders of a user whose earlier version wrote the recorded files; the connection “Office” leads to a platform. */
scenario('an update from the version of the recorded storage', ({ keep }) => {
  let platform: DemoPlatform;
  let view: ServiceView;
  let storage: string;

  const office = (file: string): string =>
    readFileSync(join(recorded, file), 'utf8').replaceAll('http://office.example', platform.url);

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('shop', 'Shop');
    const stored = JSON.parse(office('secrets.json')) as Record<string, string>;
    const secrets = Object.entries(stored).map(([key, secret]) => [
      secretKeyOf(extensionId, key),
      secret.replace('token-of-office', platform.token),
    ]);
    const editor = await keep(
      openEditor({
        extension: 'none',
        lastingSecrets: true,
        secrets: Object.fromEntries(secrets) as Record<string, string>,
      }),
    );
    storage = join(editor.home.userData, 'User/globalStorage', extensionId);
    mkdirSync(storage, { recursive: true });
    cpSync(join(recorded, 'secretExchange.json'), join(storage, 'secretExchange.json'));
    mkdirSync(join(storage, 'gates'));
    for (const file of ['connections.json', 'gates/journal.1.json'])
      writeFileSync(join(storage, file), office(file));
    await installVsix(editor, await ownVsix());
    const settings = { 'service.connectedMode.project': { connectionId: 'Office', projectKey: 'shop' } };
    const folder = editor.folder('shop', { '.vscode/settings.json': JSON.stringify(settings) });
    const window = await editor.openWindow({ folder });
    view = await ServiceView.in(window);
  });

  it('keeps every connection, and the token of the one whose platform can be reached', async () => {
    await view.waitForRow(/^Office, connection, Connected/);
    await view.waitForRow(/^Team in the cloud, connection/);
    await view.waitForRow(/^legacy, connection/);
  });

  it('keeps the binding of the folder', () =>
    view.expand('Office, connection', view.rowLike(/shop/).first()));

  it('keeps the journal: what was known of other gates is still there after the first poll', () => {
    const journal = JSON.parse(readFileSync(join(storage, 'gates/journal.1.json'), 'utf8')) as {
      sequence: number;
      connections: { connectionId?: string; gates: { project: string }[] }[];
    };
    assert.ok(journal.sequence >= 28);
    const projects = journal.connections.flatMap(({ gates }) => gates.map(({ project }) => project));
    for (const project of ['shop', 'bank']) assert.ok(projects.includes(project), projects.join(' '));
    assert.deepEqual(
      readdirSync(storage).filter((name) => name.endsWith('.unreadable')),
      [],
    );
  });
});
