import * as vscode from 'vscode';
import { boundPathOf, type BoundPath, type FolderGate } from '../gates/folderGates.ts';
import { ifInside, statInside } from '../host/workspaceFile.ts';

/**
 * Returns the bound folder of a path: a URI, an absolute path, or one below a folder, with or without the folder's name.
 * Without a path, the only bound folder. A path cannot lead out of these folders, also not by a link.
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
    const found = boundPathOf(candidate, gates);
    if (found && (await exists(found, candidate))) return found;
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

async function exists({ gate, path }: BoundPath, uri: vscode.Uri): Promise<boolean> {
  return path === '' || (await ifInside(() => statInside(gate.folder.root.uri, uri))) !== undefined;
}
