import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { repeatUntilShown, type UiWindow } from '../harness/ui.ts';
import type { ServiceView } from './serviceView.ts';

/** Rows by the beginnings of their names: those that are to be opened before, from the outermost, and the one that is meant. */
export type RowPath = readonly [...behind: readonly string[], row: string];

/** More rows than a list or a menu of a scenario has. */
const mostRows = 20;
/** A menu that is not open by then was closed again, milliseconds. */
const menuOpensMs = 5_000;

/** The caller looks at what is there and tries again. */
const ignoreTimeout = (): void => undefined;

/** How a person without a mouse reaches the rows of the view, and what stands on a page. */
export class ByKeyboard {
  readonly #window: UiWindow;
  readonly #view: ServiceView;

  constructor(window: UiWindow, view: ServiceView) {
    this.#window = window;
    this.#view = view;
  }

  /** Moves to a row by the arrow keys, opening those that are before it. */
  async goTo(path: RowPath): Promise<void> {
    const view = this.#view;
    const behind = path.slice(0, -1) as unknown as RowPath;
    const row = path.at(-1) ?? '';
    if (behind.length > 0 && (await view.row(row).count()) === 0) {
      await this.goTo(behind);
      await this.#window.page.keyboard.press('ArrowRight');
    }
    if (!(await view.tree.isVisible())) await view.focus();
    await view.row(row).waitFor();
    const focused = view.tree.locator('.monaco-list-row.focused').and(view.row(row));
    // The keys miss the row if something takes the focus or draws the view again meanwhile.
    await repeatUntilShown(focused, async () => {
      await view.focus();
      await this.#window.page.keyboard.press('Home');
      for (let n = 0; n < mostRows && (await focused.count()) === 0; n++)
        await this.#window.page.keyboard.press('ArrowDown');
    });
  }

  /** Opens the menu of a row and takes one of its items. Resolves with all that the menu offers. */
  async chooseInMenu(path: RowPath, title: string): Promise<readonly string[]> {
    const { page } = this.#window;
    const items = page.locator('.monaco-menu [role="menuitem"]:not([aria-disabled="true"])');
    const item = items.filter({ hasText: title });
    const chosen = item.and(this.#focused);
    // Anything that takes the focus closes the menu, also while the keys move through it: then it is opened again.
    await repeatUntilShown(chosen, async () => {
      if ((await items.count()) > 0) await page.keyboard.press('Escape');
      await this.goTo(path);
      await page.keyboard.press('Shift+F10');
      await item.waitFor({ timeout: menuOpensMs }).catch(ignoreTimeout);
      for (let n = 0; n < mostRows && (await items.count()) > 0 && (await chosen.count()) === 0; n++)
        await page.keyboard.press('ArrowDown');
    });
    const offered = await items.allInnerTexts();
    await page.keyboard.press('Enter');
    await items.first().waitFor({ state: 'detached' });
    return offered.map((text) => text.trim());
  }

  /** Moves the focus on by a key until it is there, then presses Enter. */
  async press(target: Locator, key: string): Promise<void> {
    await target.first().waitFor();
    const focused = target.and(this.#focused);
    for (let n = 0; n < mostRows && (await focused.count()) === 0; n++)
      await this.#window.page.keyboard.press(key);
    assert.ok((await focused.count()) > 0, `${String(target)} cannot be reached by ${key}`);
    await this.#window.page.keyboard.press('Enter');
  }

  get #focused(): Locator {
    return this.#window.page.locator(':focus-within');
  }
}
