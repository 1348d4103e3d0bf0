import type { Locator } from 'playwright-core';
import { repeatUntilShown, type UiWindow } from '../harness/ui.ts';
import type { WatchedPlatform } from './watchedPlatform.ts';

/** The address of a platform, and the token of a user. */
type UserOfPlatform = Pick<WatchedPlatform, 'url' | 'token'>;

/** A view of the product and its quick inputs, by what a person reads. Everything by keyboard but what only a mouse can do. */
export class ServiceView {
  readonly #window: UiWindow;
  readonly #name: string;

  constructor(window: UiWindow, name = 'Connected Mode') {
    this.#window = window;
    this.#name = name;
  }

  /** The view of a window, as soon as the product has said what there is, with the connection `Quality` to a platform. */
  static async in(window: UiWindow, platform?: UserOfPlatform): Promise<ServiceView> {
    const view = new ServiceView(window);
    await view.open();
    if (platform !== undefined) await view.addServer('Quality', platform);
    return view;
  }

  /** Shows the view, and waits until the product has said what there is. */
  async open(): Promise<void> {
    await this.reveal(this.tree.getByRole('treeitem').or(this.addButton).first());
  }

  /** Shows the view, and waits until it has some content. */
  async reveal(content: Locator): Promise<void> {
    const { tab } = this;
    // A click on the tab of the open view closes it, and a workbench that is still restoring doesn't say that it is open.
    await repeatUntilShown(content, async () => {
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    });
  }

  /** The view's place in the activity bar. With a badge its name goes on: "Service - Failed quality gates: 1". */
  get tab(): Locator {
    return this.#window.page.getByRole('tab', { name: /^Service(?: - |$)/ });
  }

  /** Returns the button of the empty view. The title of the view has an action of the same name. */
  get addButton(): Locator {
    return this.#window.page.locator('.welcome-view .monaco-text-button', { hasText: 'Add Connection' });
  }

  get tree(): Locator {
    return this.#window.tree(this.#name);
  }

  /** Moves the focus into the view. It comes after the palette has gone; keys before it go elsewhere. */
  async focus(): Promise<void> {
    await repeatUntilShown(this.tree.and(this.#window.page.locator(':focus-within')), () =>
      this.#window.command(`Service: Focus on ${this.#name} View`),
    );
  }

  /** A row, by the beginning of its accessible name. */
  row(name: string): Locator {
    return this.tree.getByRole('treeitem', { name: new RegExp(`^${escape(name)}`) });
  }

  /** A row whose accessible name matches as a whole. */
  rowLike(name: RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  async waitForRow(name: RegExp): Promise<void> {
    await this.rowLike(name).waitFor();
  }

  /** Presses an inline action of a row, which has an effect. */
  async act(row: string, action: string, effect: Locator): Promise<void> {
    await repeatUntilShown(effect, async () => {
      const first = this.row(row).first();
      // The tip of the row that the mouse was on hides those below it.
      await this.#window.page.mouse.move(0, 0);
      await first.hover();
      // A row that was drawn again shows its actions only after the mouse has entered it again.
      const button = first.getByRole('button', { name: action });
      await button.click({ timeout: 10_000 }).catch(() => undefined);
    });
  }

  /** Opens a row, which shows what is below it. */
  async expand(row: string, effect: Locator): Promise<void> {
    await repeatUntilShown(effect, async () => {
      if ((await this.row(row).getAttribute('aria-expanded')) !== 'true')
        await this.row(row).locator('.monaco-tl-twistie').click();
    });
  }

  /** Presses a row that does something. */
  async press(name: RegExp, effect: Locator): Promise<void> {
    await repeatUntilShown(effect, () => this.rowLike(name).first().click());
  }

  /** A step of a wizard: the title with its numbers, or the placeholder of a pick without one. */
  step(title: string | RegExp): Locator {
    const { quickInput } = this.#window;
    return quickInput
      .locator('.quick-input-title:visible', { hasText: title })
      .or(quickInput.getByPlaceholder(title));
  }

  async atStep(title: string | RegExp): Promise<void> {
    await this.step(title).waitFor();
  }

  /** Types into the open quick input, or into that of this step, and presses Enter. */
  async answer(text: string, step?: string | RegExp): Promise<void> {
    if (step !== undefined) await this.atStep(step);
    await this.#window.quickInputBox.fill(text);
    await this.#window.quickInputBox.press('Enter');
  }

  /** Picks a row of the open list, or of that of this step. */
  async choose(label: string, step?: string | RegExp): Promise<void> {
    if (step !== undefined) await this.atStep(step);
    await this.#window.quickInputBox.fill(label);
    await this.#window.takeFirst(label);
  }

  /** Pastes a token at the step of a wizard that asks for one. */
  async pasteToken(token: string, step?: string): Promise<void> {
    await this.choose('Paste a token', step);
    await this.answer(token, 'User token');
  }

  /** Adds a connection by keyboard alone, and waits until it is connected. */
  async addServer(name: string, { url, token }: UserOfPlatform): Promise<void> {
    await this.#window.command('Service: Add Connection');
    await this.choose('Server', '(1/5)');
    await this.answer(url, '(2/5)');
    await this.pasteToken(token, '(3/5)');
    await this.answer(name, '(4/5)');
    await this.choose('Receive notifications', '(5/5)');
    await this.row(`${name}, connection, Connected`).waitFor();
  }

  /** The status bar item of the gate. */
  get gate(): Locator {
    return this.#window.page.locator('[id="service.service-ide.gate"]');
  }

  /** Waits until the step shows this message about its input. */
  async objection(text: string | RegExp): Promise<void> {
    await this.#window.quickInput.locator('.quick-input-message').filter({ hasText: text }).waitFor();
  }
}

/** Returns a pattern that matches a text literally. */
export function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
