import type { FrameLocator, Locator } from 'playwright-core';
import { violationsOn } from '../harness/browser.ts';
import type { UiWindow } from '../harness/ui.ts';

/** The content of the page in front, inside the frames that the editor puts around it. */
export function webviewOf(window: UiWindow): FrameLocator {
  return GateDetailsPage.frameIn(window).contentFrame().locator('iframe#active-frame').contentFrame();
}

/** The page of a gate's details. */
export class GateDetailsPage {
  /** Evaluated at each use, because the editor creates a new frame when the extension sets the page again. */
  readonly page: FrameLocator;
  readonly #window: UiWindow;

  private constructor(window: UiWindow) {
    this.#window = window;
    this.page = webviewOf(window);
  }

  /** The frame of the one in front. */
  static frameIn({ page }: UiWindow): Locator {
    return page.locator('iframe.webview:visible');
  }

  /** The one in front, as soon as it has been loaded. */
  static async in(window: UiWindow): Promise<GateDetailsPage> {
    const details = new GateDetailsPage(window);
    await details.page.getByRole('main').waitFor();
    return details;
  }

  /** A row of the conditions, by its state. */
  row(state: string): Locator {
    return this.page
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell', { name: state }) })
      .first();
  }

  /** Returns the violations of accessibility rules: the names of the rules, with the places. */
  async problems(): Promise<readonly string[]> {
    // The frame runs no scripts, not even a test's: what it shows is looked at elsewhere.
    const { page } = this.#window;
    const copy = await page.context().newPage();
    const root = this.page.locator('html');
    // The theme is in the style of the root; what shines through it is the editor.
    const theme = (await root.getAttribute('style'))?.replaceAll('"', '&quot;') ?? '';
    await copy.setContent(
      `<html lang="en" style="${theme}; background: var(--vscode-editor-background)">${await root.innerHTML()}</html>`,
    );
    const violations = await violationsOn(copy);
    await copy.close();
    await page.bringToFront();
    return violations;
  }
}
