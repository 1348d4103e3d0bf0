import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { testExtension } from '../harness/testExtension.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
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
  shared ??= await SharedWindow.open();
  const used = shared;
  await keep(
    Promise.resolve({
      [Symbol.asyncDispose]: async () => {
        if (suite.tests.every(({ state }) => state === 'passed')) return used.reset();
        shared = undefined;
        await used.editor.close();
      },
    }),
  );
  await used.begin(start);
  return used;
}

export class SharedWindow {
  readonly editor: UiEditor;
  readonly window: UiWindow;
  readonly view: ServiceView;
  readonly folder: string;
  readonly #settings: string;

  private constructor(editor: UiEditor, window: UiWindow, folder: string, settings: string) {
    this.editor = editor;
    this.window = window;
    this.view = new ServiceView(window);
    this.folder = folder;
    this.#settings = settings;
  }

  static async open(): Promise<SharedWindow> {
    const settings = join(temporaryFolder('settings'), 'settings.json');
    const editor = await openEditor({
      beside: [await testExtension('sample'), await testExtension('reset')],
      env: { SERVICE_TEST_SETTINGS: settings },
      lastingSecrets: true,
    });
    const folder = editor.folder('demo', emptySettings);
    const window = await editor.openWindow({ folder });
    return new SharedWindow(editor, window, folder, settings);
  }

  async begin({ settings = {}, files = {} }: Start): Promise<void> {
    for (const [file, text] of Object.entries(files)) {
      const path = join(this.folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    if (Object.keys(settings).length > 0) await this.#replaceSettings(settings);
    await this.view.open();
  }

  async reset(): Promise<void> {
    const { page } = this.window;
    for (const other of this.editor.context.pages()) if (other !== page) await other.close();
    await this.editor.context.clearPermissions();
    await this.window.focus();
    if (await this.window.quickInput.isVisible()) await page.keyboard.press('Escape');
    for (const file of readdirSync(this.folder, { recursive: true, encoding: 'utf8' }))
      if (!Object.keys(emptySettings).some((kept) => kept.startsWith(file)))
        rmSync(join(this.folder, file), { recursive: true, force: true });
    this.editor.folder('demo', emptySettings);
    const connections = { version: 1, connections: [], migrated: [], tombstones: [] };
    writeFileSync(
      join(this.editor.home.userData, 'User/globalStorage/service.service-ide/connections.json'),
      JSON.stringify(connections),
    );
    await this.#replaceSettings({});
    await this.view.reveal(this.view.addButton);
    await this.view.gate.waitFor({ state: 'hidden' });
    await this.window.command('Service: Clear History');
    const dialog = page.getByRole('dialog').filter({ hasText: 'Clear the quality gate history' });
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async #replaceSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    writeFileSync(this.#settings, JSON.stringify(settings));
    await this.window.command('Test: Reset Window');
    await becomes(() => Promise.resolve(readFileSync(this.#settings, 'utf8')), '');
  }
}

/** The editor watches only files of a folder `.vscode` that was there when the window opened. */
const emptySettings = { '.vscode/settings.json': '{}' };
