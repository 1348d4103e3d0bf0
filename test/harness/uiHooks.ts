import type { Context, RootHookObject } from 'mocha';
import { exitOnSignals } from '../../scripts/processGroup.ts';
import { closeAll, openPages } from './ui.ts';

exitOnSignals();

/** For `mocha --require`: says what windows show when a test fails, and leaves no editor and no browser behind. */
export const mochaHooks: RootHookObject = {
  async afterEach(this: Context) {
    if (this.currentTest?.state === 'failed') console.error(await describeWindows());
  },
  afterAll: closeAll,
};

/** Returns the boxes, notifications, rows of trees and webviews of each open page, and what has the focus. */
async function describeWindows(): Promise<string> {
  const windows = openPages().map(async (page, index) => {
    const shown = page.locator('.quick-input-widget:visible, .notification-list-item:visible');
    const rows = page.getByRole('tree').getByRole('treeitem');
    const focused = page.locator(':focus').last();
    const focus = (await focused.count()) > 0 ? await focused.ariaSnapshot() : 'nothing';
    // The editor puts the content of a webview into a frame of a frame.
    const webviews = page.frames().filter((frame) => frame.parentFrame()?.parentFrame());
    const texts = await Promise.all(webviews.map((frame) => frame.locator('body').allInnerTexts()));
    return [
      `Window ${index + 1}, focus on ${focus.slice(0, 200)}`,
      ...(await shown.allInnerTexts()),
      ...(await Promise.all((await rows.all()).map((row) => row.getAttribute('aria-label')))),
      ...texts.flat().map((text) => `Webview: ${text.slice(0, 1000)}`),
    ].join('\n');
  });
  return (await Promise.all(windows)).join('\n');
}
