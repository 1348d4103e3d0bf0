import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { testExtension } from '../harness/testExtension.ts';
import { openEditor } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import type { Stage } from './scenario.ts';
import { ServiceView } from './serviceView.ts';

/** The state that a scenario needs beside that of a new window. */
interface Start {
  /** User settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Files of the folder `demo`. */
  readonly files?: Readonly<Record<string, string>>;
}

let shared: SharedWindow | undefined;

/**
 * Returns a window with the state of a new one, with the Service view open: it has no connection, no history, no
 * notification and no editor. The scenarios of a process that need neither a start nor a window of their own take this
 * window in turn, because the start of a window costs 7 s of processor time. After a scenario that failed the next one
 * gets a new window.
 */
export async function sharedWindow({ suite, keep }: Stage, start: Start = {}): Promise<SharedWindow> {
  shared ??= await openWindow();
  const used = shared;
  await keep(
    Promise.resolve({
      [Symbol.asyncDispose]: async () => {
        if (suite.tests.every(({ state }) => state === 'passed')) return reset(used);
        shared = undefined;
        await used.editor.close();
      },
    }),
  );
  await begin(used, start);
  return used;
}

export type SharedWindow = Awaited<ReturnType<typeof openWindow>>;

async function openWindow() {
  const settingsFile = join(temporaryFolder('settings'), 'settings.json');
  const editor = await openEditor({
    beside: [await testExtension('sample'), await testExtension('reset')],
    env: { SERVICE_TEST_SETTINGS: settingsFile },
    lastingSecrets: true,
  });
  const folder = editor.folder('demo', emptySettings);
  const window = await editor.openWindow({ folder });
  return { editor, window, view: new ServiceView(window), folder, settingsFile };
}

async function begin(used: SharedWindow, { settings = {}, files = {} }: Start): Promise<void> {
  used.editor.folder('demo', files);
  if (Object.keys(settings).length > 0) await replaceSettings(used, settings);
  await used.view.open();
}

async function reset(used: SharedWindow): Promise<void> {
  const { editor, folder, view, window } = used;
  const { page } = window;
  for (const other of editor.context.pages()) if (other !== page) await other.close();
  await editor.context.clearPermissions();
  await window.focus();
  if (await window.quickInput.isVisible()) await page.keyboard.press('Escape');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (!Object.keys(emptySettings).some((kept) => kept.startsWith(file)))
      rmSync(join(folder, file), { recursive: true, force: true });
  editor.folder('demo', emptySettings);
  const connections = { version: 1, connections: [], migrated: [], tombstones: [] };
  writeFileSync(
    join(editor.home.userData, 'User/globalStorage/service.service-ide/connections.json'),
    JSON.stringify(connections),
  );
  await replaceSettings(used, {});
  await view.reveal(view.addButton);
  await view.gate.waitFor({ state: 'hidden' });
  await window.command('Service: Clear History');
  const dialog = page.getByRole('dialog').filter({ hasText: 'Clear the quality gate history' });
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Replaces the user settings, and closes editors and notifications. */
export async function replaceSettings(used: SharedWindow, settings: object): Promise<void> {
  writeFileSync(used.settingsFile, JSON.stringify(settings));
  await used.window.command('Test: Reset Window');
  await becomes(() => readFileSync(used.settingsFile, 'utf8'), '');
}

/** The editor watches only files of a folder `.vscode` that was there when the window opened. */
const emptySettings = { '.vscode/settings.json': '{}' };
