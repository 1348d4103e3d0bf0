import * as vscode from 'vscode';
import { Failure } from '../../../core/failures.ts';
import { findLink } from './findLink.ts';

/**
 * The functions here read and write the files of repositories and of folders of the workspace: on disk, on another
 * machine and on file systems of extensions.
 *
 * A repository can contain symbolic links. A link could make the extension change a file of the user, or read one and
 * send its content to a platform. So these functions refuse every link below the folder, even one that stays inside. The
 * editor cannot open a file without following links: these functions do not stop a program that replaces a file by a link
 * between the last check and a write.
 */

/**
 * Checks a path for links, without reading or writing the file.
 *
 * @param root The folder that the user opened; it may itself be a link.
 * @param file A file below `root`. Neither it nor its folders need exist.
 * @returns The status of the file; undefined when it does not exist.
 * @throws {Failure} `link`, with the outermost link as its `path`.
 * @throws the editor's error when the file system does not answer.
 */
export async function statInside(root: vscode.Uri, file: vscode.Uri): Promise<vscode.FileStat | undefined> {
  const { link, stat } = await lookInside(root, file);
  if (link === undefined) return stat;
  const path = vscode.workspace.asRelativePath(link);
  throw new Failure(
    'link',
    `${path} is a symbolic link, so nothing is read or written there. Replace it by a file or folder of its own`,
    { path },
  );
}

/** Whether a file, or a folder between it and the root, is a symbolic link. Throws as `statInside`, except for links. */
export async function hasLink(root: vscode.Uri, file: vscode.Uri): Promise<boolean> {
  return (await lookInside(root, file)).link !== undefined;
}

/** Returns the bytes of a file, or undefined if it does not exist. Throws as `statInside`. */
export async function readInside(root: vscode.Uri, file: vscode.Uri): Promise<Uint8Array | undefined> {
  if ((await statInside(root, file)) === undefined) return undefined;
  const bytes = await readIfPresent(file);
  // A link may have replaced the file before the read.
  await statInside(root, file);
  return bytes;
}

/**
 * Returns the result of `ask`; undefined if a link leads to the file, or if the file system does not give it, for
 * example because a folder is in its place. For callers that treat such a file as missing.
 */
export async function ifInside<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (Failure.is(error, 'link') || error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

/** Writes a file and creates the folders on its way. Throws as `statInside`, before anything is written. */
export async function writeInside(root: vscode.Uri, file: vscode.Uri, bytes: Uint8Array): Promise<void> {
  await statInside(root, file);
  await vscode.workspace.fs.writeFile(file, bytes);
}

/** Returns the path of the file with the settings of a folder. The editor writes that file, and follows links. */
export function settingsFileOf(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, '.vscode/settings.json');
}

/** Checks the settings file of a folder, right before the editor changes it. Throws as `statInside`. */
export async function refuseLinkedSettings(level: 'folder' | 'workspace', folder: vscode.Uri): Promise<void> {
  // Without a workspace file, the settings of the workspace are those of its folder.
  if (level === 'folder' || vscode.workspace.workspaceFile === undefined)
    await statInside(folder, settingsFileOf(folder));
}

async function lookInside(root: vscode.Uri, file: vscode.Uri) {
  let stat: vscode.FileStat | undefined;
  const link = await findLink(root.path, file.path, async (path) => {
    const found = await ifPresent(() => vscode.workspace.fs.stat(file.with({ path })));
    if (path === file.path) stat = found;
    return found !== undefined && (found.type & vscode.FileType.SymbolicLink) !== 0;
  });
  return { link: link === undefined ? undefined : file.with({ path: link }), stat };
}

/** Returns the bytes of a file, or undefined if it does not exist. It follows links: for files in the user's home. */
export function readIfPresent(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  return ifPresent(() => vscode.workspace.fs.readFile(uri));
}

/** Returns the result of `ask`, or undefined if its file or folder does not exist. */
export async function ifPresent<T>(ask: () => Thenable<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
