/** The editors the product is tested in. Each has a folder `editors/<version>` with the lockfile it is installed from. */
export const editorVersions = ['1.103.2', '1.139.1'] as const;

export type EditorVersion = (typeof editorVersions)[number];

/** The oldest supported editor: what `engines.vscode` in package.json promises. */
export const oldestEditor: EditorVersion = '1.103.2';

/** The editor that `npm start` shows and screenshots are taken in. */
export const latestEditor: EditorVersion = '1.139.1';

/** Parses a version given by a caller, for example from the environment. */
export function editorVersion(text: string | undefined): EditorVersion {
  const version = editorVersions.find((known) => known === text);
  if (version === undefined)
    throw new Error(`No editor ${text ?? '(none named)'}: known are ${editorVersions.join(', ')}.`);
  return version;
}
