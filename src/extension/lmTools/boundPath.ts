import * as vscode from 'vscode';
import type { FolderGate } from '../gates/folderGates.ts';

/** A bound folder, and a path below it that the model named. */
export interface BoundPath {
  readonly gate: FolderGate;
  /** Path of the file below the folder, with slashes; empty for the folder itself. */
  readonly path: string;
}

/**
 * Returns the bound folder of a path: a URI, an absolute path, or one below a folder, with or without the folder's name.
 * Without a path, the only bound folder. A path cannot lead out of the folders of the window.
 *
 * @param gates the bound folders of this window
 * @throws an error in words for the model
 */
export async function findBoundPath(
  file: string | undefined,
  gates: readonly FolderGate[],
): Promise<BoundPath> {
  const names = gates.map(({ folder }) => folder.name).join(', ');
  if (gates.length === 0) throw new Error(unboundText());
  if (file === undefined || file === '') {
    const [only, ...others] = gates;
    if (only && others.length === 0) return { gate: only, path: '' };
    throw new Error(`Name a folder or a file. Bound folders: ${names}`);
  }
  for (const candidate of candidatesOf(file, gates)) {
    const found = gateOf(candidate, gates);
    if (found && (await exists(candidate))) return found;
  }
  throw new Error(`${file} is not in a bound folder. Bound folders: ${names}`);
}

function unboundText(): string {
  return vscode.workspace.isTrusted
    ? 'No folder of this window is bound to a project.'
    : 'The user has not trusted this workspace yet, so its bindings are not followed.';
}

function candidatesOf(file: string, gates: readonly FolderGate[]): readonly vscode.Uri[] {
  if (/^[a-z][a-z\d+.-]+:\/\//iu.test(file)) return [vscode.Uri.parse(file)];
  if (/^(?:[/\\]|[a-z]:[\\/])/iu.test(file)) return [vscode.Uri.file(file)];
  const path = file.replaceAll('\\', '/');
  const below = gates.map(({ folder }) => vscode.Uri.joinPath(folder.uri, path));
  const named = gates
    .filter(({ folder }) => path === folder.name || path.startsWith(`${folder.name}/`))
    .map(({ folder }) => vscode.Uri.joinPath(folder.uri, path.slice(folder.name.length)));
  return [...named, ...below];
}

/** Returns the innermost bound folder that contains the address. */
function gateOf(uri: vscode.Uri, gates: readonly FolderGate[]): BoundPath | undefined {
  const found = gates.flatMap((gate): readonly BoundPath[] => {
    const { uri: root } = gate.folder;
    const start = root.path.endsWith('/') ? root.path : `${root.path}/`;
    const isSameHost = root.scheme === uri.scheme && root.authority === uri.authority;
    if (!isSameHost || !`${uri.path}/`.startsWith(start)) return [];
    return [{ gate, path: uri.path.slice(start.length) }];
  });
  return found.sort((a, b) => b.gate.folder.uri.path.length - a.gate.folder.uri.path.length)[0];
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    // The next candidate may exist.
    return false;
  }
}
