import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { insist, type UiWindow } from '../harness/ui.ts';
import type { ServiceView } from './serviceView.ts';

/** Rows by the beginnings of their names: those that are to be opened before, from the outermost, and the one that is meant. */
export type RowPath = readonly [...behind: readonly string[], row: string];

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
    // The focus comes after the palette has gone; keys before it go elsewhere, while the view still shows its last focused row.
    await insist(view.tree.and(this.#focused), () =>
      this.#window.command('Service: Focus on Connected Mode View'),
    );
    if (behind.length > 0 && (await view.row(row).count()) === 0) {
      await this.goTo(behind);
      await this.#window.page.keyboard.press('ArrowRight');
    }
    await view.row(row).waitFor();
    await this.#window.page.keyboard.press('Home');
    const focused = view.tree.locator('.monaco-list-row.focused').and(view.row(row));
    await this.#moveTo(focused, 'ArrowDown', row);
  }

  /** Opens the menu of a row and takes one of its items. Resolves with all that the menu offers. */
  async chooseInMenu(path: RowPath, title: string): Promise<readonly string[]> {
    const { page } = this.#window;
    const items = page.locator('.monaco-menu [role="menuitem"]:not([aria-disabled="true"])');
    const item = items.filter({ hasText: title });
    // Rows that are read anew meanwhile close the menu, as does a terminal that takes the focus.
    await insist(item, async () => {
      if ((await items.count()) > 0) await page.keyboard.press('Escape');
      await this.goTo(path);
      await page.keyboard.press('Shift+F10');
    });
    const offered = await items.allInnerTexts();
    await this.press(item, 'ArrowDown');
    await items.first().waitFor({ state: 'detached' });
    return offered.map((text) => text.trim());
  }

  /** Moves the focus on by a key until it is there, then presses Enter. */
  async press(target: Locator, key: string): Promise<void> {
    await target.first().waitFor();
    await this.#moveTo(target.and(this.#focused), key, String(target));
    await this.#window.page.keyboard.press('Enter');
  }

  get #focused(): Locator {
    return this.#window.page.locator(':focus-within');
  }

  async #moveTo(focused: Locator, key: string, name: string): Promise<void> {
    for (let n = 0; n < 20; n++) {
      if ((await focused.count()) > 0) return;
      await this.#window.page.keyboard.press(key);
    }
    assert.fail(`${name} cannot be reached by ${key}`);
  }
}
