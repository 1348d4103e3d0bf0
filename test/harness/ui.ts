/**
 * How to write a test that sees what a user sees.
 *
 * - `test/ui/*.test.ts` are mocha tests in plain Node. `npm run test:ui` runs all of them once per editor.
 * - `editor = await keep(openEditor({settings, …}))` in `before` of a `scenario` starts an editor with an empty home and the
 *   packaged extension, so that toasts appear. The scenario stops everything that it keeps; an editor then searches its
 *   files for the tokens that `useToken` noted.
 * - `const window = await editor.openWindow({folder})` opens a page, which is a window. `editor.folder(name, files)` makes
 *   a folder for it. `window.page` is the page of Playwright; the other members are what every test needs.
 * - One start costs 4 to 6 s, so put many tests into one.
 * - A new page takes the focus, and `window.focus()` gives it back. Pages do not pretend to have the focus.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { startEditor, type RunningEditor, type WindowTarget } from '../../scripts/editor/editor.ts';
import { newSecretKey } from '../../scripts/editor/gateway.ts';
import { layOutHome, type EditorHome, type InstalledExtension } from '../../scripts/editor/home.ts';
import { installEditor } from '../../scripts/editor/install.ts';
import { editorVersion, type EditorVersion } from '../../scripts/editor/versions.ts';
import { packagedExtension } from '../../scripts/packagedExtension.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { closeProfiles, takeProfile, viewport, type BrowserProfile } from './profile.ts';
import { expectNoTokenIn, usedTokens } from './tokens.ts';

const root = join(import.meta.dirname, '../..');
/** For one condition; the time limit of a test is for many, so that the condition is what fails. */
export const patienceMs = 60_000;

/**
 * Extensions of the editor that tests meet: themes, and what knows settings files and shows reports. Loading the other
 * eighty takes every window about 2 s of processor time. The tests of `test:editor` run beside all of them.
 */
const builtIn =
  `theme-defaults theme-modern-icons theme-seti javascript json typescript-basics configuration-editing
  json-language-features markdown-basics markdown-language-features`.split(/\s+/);

export interface UiOptions {
  /** User settings, written before the start. */
  settings?: Record<string, unknown>;
  /** `installed` (default): as packaged. `development`: `dist/`, where 1.139 shows no toasts. `none`: a bare editor. */
  extension?: 'installed' | 'development' | 'none';
  /** Asks before folders are trusted. Default: everything is trusted. */
  workspaceTrust?: boolean;
  /** Secrets outlive a reload and a {@link UiEditor.restart}. Default: they live in memory. */
  lastingSecrets?: boolean;
  /** Secrets that the first window finds, by `secretKeyOf`. Needs {@link lastingSecrets}. */
  secrets?: Readonly<Record<string, string>>;
  /** Extensions of the editor that are loaded beside those that every test meets. */
  moreBuiltIn?: readonly string[];
  /** Extensions installed beside ours. */
  beside?: readonly InstalledExtension[];
  /** Added to the environment of the editor and its extension hosts. */
  env?: NodeJS.ProcessEnv;
  /** Where tokens may lie in the end; matched against whole paths. */
  tokensMayLieIn?: RegExp[];
}

/** The content of a window, and its language. */
export interface UiTarget extends Pick<WindowTarget, 'folder' | 'workspace' | 'profile'> {
  /** Display language, which extensions follow. The editor's own words stay English: they come with a language pack. */
  readonly language?: 'de';
}

/** The editor's version that this run of the tests is for. */
export const version: EditorVersion = editorVersion(process.env.SERVICE_EDITOR);

const open = new Set<UiEditor>();
/** The list of its files is made once. */
let packaged: Promise<InstalledExtension> | undefined;

export async function openEditor(options: UiOptions = {}): Promise<UiEditor> {
  const kind = options.extension ?? 'installed';
  const folder = temporaryFolder('test');
  const extensions = [
    ...(kind === 'installed' ? [await (packaged ??= packagedExtension())] : []),
    ...(options.beside ?? []),
  ];
  const theme = process.env.SERVICE_THEME;
  const settings = { ...options.settings, ...(theme !== undefined && { 'workbench.colorTheme': theme }) };
  const home = await layOutHome(join(folder, 'editor'), settings, ...extensions);
  const profile = await takeProfile();
  // A busy machine takes its time; nothing waits longer than its condition.
  profile.context.setDefaultTimeout(patienceMs);
  const start = async (): Promise<RunningEditor> =>
    startEditor(await installEditor(version, console.error), {
      home,
      listener: profile.listener,
      smokeTestDriver: kind === 'development',
      workspaceTrust: options.workspaceTrust ?? false,
      secretKey,
      secrets: options.secrets,
      builtIn: [...builtIn, ...(options.moreBuiltIn ?? [])],
      env: options.env ?? {},
    });
  const secretKey = options.lastingSecrets ? newSecretKey() : undefined;
  const editor = new UiEditor(folder, home, profile, options, start, await start());
  open.add(editor);
  return editor;
}

/** Returns the pages of all editors: their windows, and pages of platforms. */
export const openPages = (): Page[] => [...open].flatMap(({ context }) => context.pages());

/** Closes what a failed suite left open, and the browsers. */
export async function closeAll(): Promise<void> {
  for (const editor of open) await editor.close();
  await closeProfiles();
}

export class UiEditor implements AsyncDisposable {
  readonly #folder: string;
  readonly #options: UiOptions;
  readonly #start: () => Promise<RunningEditor>;
  readonly #profile: BrowserProfile;
  #running: RunningEditor;
  readonly home: EditorHome;
  /** A scenario must `keep` init scripts that it adds: the next editor gets the same context. */
  readonly context: BrowserContext;

  constructor(
    folder: string,
    home: EditorHome,
    profile: BrowserProfile,
    options: UiOptions,
    start: () => Promise<RunningEditor>,
    running: RunningEditor,
  ) {
    this.#folder = folder;
    this.home = home;
    this.#profile = profile;
    this.context = profile.context;
    this.#options = options;
    this.#start = start;
    this.#running = running;
  }

  /** Makes a folder for a window, with files by relative path. Returns its path. */
  folder(name: string, files: Readonly<Record<string, string>> = {}): string {
    const path = join(this.#folder, 'workspace', name);
    mkdirSync(path, { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), content);
    }
    return path;
  }

  /** Makes a `.code-workspace` file over folders of {@link folder}. Returns its path. */
  workspace(name: string, folders: readonly string[], settings: Record<string, unknown> = {}): string {
    const file = join(this.#folder, 'workspace', `${name}.code-workspace`);
    writeFileSync(file, JSON.stringify({ folders: folders.map((path) => ({ path })), settings }));
    return file;
  }

  /** Opens a window and waits until its workbench is there and takes keys. */
  async openWindow({ language, ...target }: UiTarget): Promise<UiWindow> {
    const page = await this.#profile.newPage();
    // The messages of a language pack set this.
    if (language !== undefined) await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = '${language}';`);
    const development = this.#options.extension === 'development' ? { development: root } : {};
    await page.goto(this.#running.address({ ...target, ...development }));
    // After the navigation: a page pretends again when it changes its renderer.
    const session = await this.context.newCDPSession(page);
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    const window = new UiWindow(page);
    await window.ready();
    return window;
  }

  /** Closes all windows, ends the editor and starts it again at the same address, with the same browser profile. */
  async restart(): Promise<void> {
    await this.#profile.closePages();
    await this.#running.stop();
    this.#running = await this.#start();
  }

  /** Stops everything, then searches for tokens. Rejects when one lies where it doesn't belong. */
  async close(): Promise<void> {
    open.delete(this);
    await this.#profile.closePages();
    await this.#running.stop();
    await this.#profile.giveBack();
    await expectNoTokenIn([this.home.folder], usedTokens(), this.#options.tokensMayLieIn);
    await rm(this.#folder, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Repeats an action until its effect shows: the workbench loses early keys, and clicks on what it draws again. */
export async function repeatUntilShown(
  effect: Locator,
  act: () => Promise<void>,
  againAfterMs = 15_000,
): Promise<void> {
  for (let attempts = 0; attempts < 3; attempts++) {
    await act();
    const shown = effect.waitFor({ timeout: againAfterMs });
    if (await shown.then(() => true).catch(() => false)) return;
  }
  await effect.waitFor();
}

export class UiWindow {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The workbench is there and takes keys. For after `page.reload()`. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await this.page.locator('.monaco-workbench .part.editor').waitFor();
    await this.page.bringToFront();
  }

  /** Makes this the one focused window. */
  async focus(): Promise<void> {
    await this.page.bringToFront();
  }

  /** Opens the menu of quick fixes at the cursor, with this entry. The editor may still be asking for the entries. */
  async openActionMenu(entry: string): Promise<void> {
    await repeatUntilShown(this.actionMenu.getByText(entry).first(), async () => {
      if (await this.actionMenu.isVisible()) await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+.');
    });
  }

  /** Moves the focus of a list to a row by the arrow keys: the palette sorts by the alphabet, not by what was typed. */
  async #moveTo(title: string): Promise<void> {
    const listed = this.quickInput.getByRole('option', { name: title }).first();
    const appears = listed.waitFor({ timeout: 10_000 });
    if (!(await appears.then(() => true).catch(() => false))) return;
    const rows = await this.quickInput.getByRole('option').count();
    for (let presses = 0; presses < rows && !(await this.focusedRow(title).isVisible()); presses++)
      await this.page.keyboard.press('ArrowDown');
  }

  /** Runs a command by its title, as the command palette lists it. */
  async command(title: string): Promise<void> {
    const row = this.focusedRow(title);
    // A palette that opened before the extension was there doesn't know its commands, and one that lost the focus has gone.
    await repeatUntilShown(row, async () => {
      if (await this.quickInput.isVisible()) await this.page.keyboard.press('Escape');
      await repeatUntilShown(this.quickInputBox, () => this.page.keyboard.press('F1'));
      await this.quickInputBox.fill(`>${title}`, { timeout: 10_000 }).catch(() => undefined);
      await this.#moveTo(title);
    });
    await this.page.keyboard.press('Enter');
  }

  /** Opens a file by a dialog that each editor has, once it lists the folder: before that the dialog ignores Enter. */
  async openFile(path: string): Promise<void> {
    const name = basename(path);
    await this.command('File: Open File...');
    await this.quickInput.getByRole('option').first().waitFor();
    await this.quickInputBox.fill(`${dirname(path)}/`);
    await this.quickInput.getByRole('option', { name }).first().waitFor();
    await this.quickInputBox.fill(path);
    await this.focusedRow(name).waitFor();
    await this.page.keyboard.press('Enter');
    await this.whenAt(name);
    await this.focusedText.waitFor();
  }

  /** Resolves when the tab of a file is active, and the cursor where the status bar has this text. */
  async whenAt(file: string, cursor?: string): Promise<void> {
    await this.activeTab(file).waitFor();
    if (cursor === undefined) return;
    await this.page.locator('[id="status.editor.selection"]').filter({ hasText: cursor }).waitFor();
  }

  activeTab(file: string): Locator {
    return this.page.locator('.tab.active').filter({ hasText: file });
  }

  /** The text that has the focus: later than its tab is active, and than a list above it has closed. */
  get focusedText(): Locator {
    return this.page.locator('.editor-instance .monaco-editor.focused');
  }

  /** Moves the cursor by the editor's own command, whose row names the line as soon as there is a text to go to. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+g');
    await this.quickInputBox.fill(`:${line}:${column}`);
    await this.takeFirst(new RegExp(`go to line ${line}\\b`, 'i'));
    await this.quickInput.waitFor({ state: 'hidden' });
    await this.focusedText.waitFor();
  }

  /** Presses Enter as soon as the open list is filtered, so that the row which Enter takes is the one that is meant. */
  async takeFirst(name: string | RegExp): Promise<void> {
    await this.focusedRow(name).waitFor();
    await this.quickInputBox.press('Enter');
  }

  /** The row of the open list that Enter takes, if it has this name. */
  focusedRow(name: string | RegExp): Locator {
    return this.quickInput.locator('.monaco-list-row.focused').and(this.page.getByRole('option', { name }));
  }

  /** Moves the mouse over a toast, or over the notification that it has become: after 15 s toasts go, but not under the mouse. */
  async notification(text: string | RegExp): Promise<Locator> {
    const item = this.toast(text);
    await item.hover({ timeout: 20_000 }).catch(() => this.command('Notifications: Show Notifications'));
    await item.hover();
    return item;
  }

  /** Presses a button of a toast, or of the notification that it has become. */
  async answerToast(text: string | RegExp, button: string): Promise<void> {
    const shown = await this.notification(text);
    await shown.getByRole('button', { name: button, exact: true }).click();
  }

  /** The menu of quick fixes that is open. */
  get actionMenu(): Locator {
    return this.page.locator('.action-widget:visible');
  }

  /** Takes an entry of the open menu of quick fixes by the keyboard: some editors lay a block over the menu that takes clicks. */
  async chooseAction(title: string): Promise<void> {
    const rows = this.actionMenu.locator('.monaco-list-row');
    const focused = this.actionMenu.locator('.monaco-list-row.focused').filter({ hasText: title });
    await rows.filter({ hasText: title }).first().waitFor();
    // Headings take no focus, and the menu begins again at its top.
    const most = await rows.count();
    for (let presses = 0; presses < most && !(await focused.isVisible()); presses++)
      await this.page.keyboard.press('ArrowDown');
    await focused.waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** The text in the clipboard; the context must have been granted `clipboard-read`. */
  async clipboard(): Promise<string> {
    // As text: the types of tests know no browser.
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** The quick input that is open. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  /** The text box of the open quick input; its role differs between editors. */
  get quickInputBox(): Locator {
    return this.quickInput.locator('input:visible').first();
  }

  /** A tree view by its title. */
  tree(name: string): Locator {
    return this.page.getByRole('tree', { name, exact: true });
  }

  /** An entry of the Problems view that holds the text. */
  problem(text: string | RegExp): Locator {
    return this.page.locator('.markers-panel').getByRole('treeitem').filter({ hasText: text });
  }

  /** A toast with the text, or its row in the open list. Only toasts of installed extensions show in every editor. */
  toast(text: string | RegExp): Locator {
    const row = '.notifications-center .notification-list-item:visible';
    return this.page.locator(`.notification-toast, ${row}`).filter({ hasText: text });
  }

  /**
   * Takes a picture into the folder that `npm run screenshots` names; does nothing without it. Leaves out items of the
   * status bar that users do not see: those of a test's extension, and the keyboard layout of the server build.
   *
   * @param options the part to show instead of the whole window, and the height of the window in pixels
   */
  async screenshot(name: string, options: { part?: Locator; height?: number } = {}): Promise<void> {
    const folder = process.env.SERVICE_SCREENSHOTS;
    if (folder === undefined) return;
    const style = '[id="status.workbench.keyboardLayout"], [id^="sample."] { display: none !important; }';
    await this.page.setViewportSize({ ...viewport, height: options.height ?? viewport.height });
    await (options.part ?? this.page).screenshot({ path: join(folder, `${name}.png`), style });
    await this.page.setViewportSize(viewport);
  }
}
