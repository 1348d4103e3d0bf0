import { needsWindowFocus } from '../harness/browser.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { scenario } from './scenario.ts';

// @oldest-editor: how the editor starts differs by version.

scenario('editor window', ({ keep }) => {
  let editor: UiEditor;
  let window: UiWindow;

  before(async () => {
    editor = await keep(
      openEditor({
        extension: 'none',
        settings: { 'workbench.colorTheme': 'Default High Contrast' },
      }),
    );
    window = await editor.openWindow({ folder: editor.folder('one', { 'hello.ts': 'export {};\n' }) });
  });

  it('shows the folder, in the theme of the user settings', async () => {
    await window.page.locator('.monaco-workbench.hc-black').waitFor();
    await window.page.getByRole('treeitem', { name: /^hello\.ts/ }).waitFor();
  });

  it('knows which of two windows has the focus', async function () {
    await needsWindowFocus(this);
    const other = await editor.openWindow({ folder: editor.folder('two') });
    await Promise.all([window.whenFocusIs(false), other.whenFocusIs(true)]);
    await window.focus();
    await Promise.all([window.whenFocusIs(true), other.whenFocusIs(false)]);
    await other.page.close();
  });
});
