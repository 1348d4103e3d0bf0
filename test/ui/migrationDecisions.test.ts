import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

// @oldest-editor: secret storage, settings files and notifications differ by version.

const key = 'service.connectedMode.connections.server';

scenario('connections of old settings that need a decision', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;
  let first: string;
  let second: string;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    first = await platform.newToken('first', 'USER_TOKEN');
    second = await platform.newToken('second', 'USER_TOKEN');
    editor = await keep(
      openEditor({
        settings: { [key]: [{ connectionId: 'Own', serverUrl: platform.url, token: first }] },
        lastingSecrets: true,
        // The editor keeps a copy of a folder's settings; it may not have noticed yet that a folder is gone.
        tokensMayLieIn: [/User\/History\//, /User\/caches\/CachedConfigurations\/folder\//],
      }),
    );
    const committed = { connectionId: 'Committed', serverUrl: platform.url, token: platform.token };
    folder = editor.folder('demo', { '.vscode/settings.json': JSON.stringify({ [key]: [committed] }) });
    await open();
  });

  async function open(): Promise<void> {
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window);
  }

  const listIn = async (file: string): Promise<unknown> =>
    (JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>)[key];
  const ownSettings = (): Promise<unknown> => listIn(editor.home.settingsFile);

  it('leave the user settings at once when the user selects "Remove Now"', async () => {
    await view.waitForRow(/^Own, connection, Connected/);
    await window.answerToast('Connections moved from the settings', 'Remove Now');
    await window.toast('Connections removed from the settings: 1.').waitFor();
    await becomes(ownSettings, []);
  });

  it('are not moved out of a workspace file without a question', async () => {
    assert.equal(await view.row('Committed').count(), 0);
  });

  it('move out of a workspace file after the user agreed, with the advice to revoke their tokens', async () => {
    await window.answerToast(
      /contain connections with tokens that are probably committed/,
      'Move to User Settings',
    );
    await view.waitForRow(/^Committed, connection, Connected/);
    await becomes(() => listIn(join(folder, '.vscode/settings.json')), []);
  });

  it('keep the stored token if the settings hold another one, until the user chooses', async () => {
    await platform.post('user_tokens/revoke', { name: 'first' });
    await restartWith(second);
    await view.waitForRow(/^Own, connection, Token refused/);
    await window.answerToast(/The token for “Own” in the settings differs/, 'Use Token from Settings');
    await view.waitForRow(/^Own, connection, Connected/);
  });

  /** Adds an entry as a user does who edits the file, or as Settings Sync does from another machine. */
  async function restartWith(token: string): Promise<void> {
    const settings = JSON.parse(await readFile(editor.home.settingsFile, 'utf8')) as Record<string, unknown>;
    await Promise.all(editor.context.pages().map((page) => page.close()));
    settings[key] = [{ connectionId: 'Own', serverUrl: platform.url, token }];
    await writeFile(editor.home.settingsFile, JSON.stringify(settings));
    await editor.restart();
    await open();
  }

  it('leave the settings at a later start, and keep the chosen token', async () => {
    await editor.restart();
    await open();
    await view.waitForRow(/^Own, connection, Connected/);
    await becomes(ownSettings, []);
  });
});
