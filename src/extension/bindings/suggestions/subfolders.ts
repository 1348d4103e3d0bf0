import * as vscode from 'vscode';
import { brands } from '../../../core/brand.ts';
import { pathBelow } from '../../host/pathBelow.ts';
import { bindableFolder, type BindableFolder } from '../bindableFolder.ts';

/** Files that name the project of their folder; those of build tools name every module of a project. */
const names = brands.flatMap(({ files }) => [files.sharedBinding, ...files.properties]);
const pattern = `**/{${names.join(',')}}`;
const excluded = '**/{node_modules,vendor,target,build,dist}/**';
const mostFiles = 200;

/**
 * Returns the folders below a folder of the window that have a file which names their project. Searches through the
 * editor, which leaves out what the user excludes; a file system without a search has none.
 */
export async function subfoldersIn(root: vscode.WorkspaceFolder): Promise<readonly BindableFolder[]> {
  const files = await vscode.workspace.findFiles(
    new vscode.RelativePattern(root, pattern),
    excluded,
    mostFiles,
  );
  const paths = new Set(files.map((file) => folderPath(root, file)));
  return [...paths]
    .filter((path) => path !== '')
    .sort()
    .map((path) => bindableFolder(root, path));
}

/** Returns the path of the folder that the file describes; empty for the root. */
function folderPath(root: vscode.WorkspaceFolder, file: vscode.Uri): string {
  const path = pathBelow(root.uri, file) ?? '';
  const name = names.find((known) => path.endsWith(`/${known}`));
  return name === undefined ? '' : path.slice(0, -name.length - 1);
}
