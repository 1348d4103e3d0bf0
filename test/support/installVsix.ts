import { installEditor } from '../../scripts/editor/install.ts';
import { run } from '../../scripts/processGroup.ts';
import { version, type UiEditor } from '../harness/ui.ts';

/** Lets the editor's own installer put a VSIX into the editor's extensions, in place of one of the same version. */
export async function installVsix({ home }: UiEditor, vsix: string): Promise<void> {
  const { node, serverMain } = await installEditor(version, console.error);
  await run(
    node,
    [
      serverMain,
      '--install-extension',
      vsix,
      '--force',
      '--extensions-dir',
      home.extensions,
      '--user-data-dir',
      home.userData,
      '--server-data-dir',
      home.serverData,
    ],
    home.folder,
  );
}
