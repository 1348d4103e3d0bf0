import * as vscode from 'vscode';
import { hintPaths, collectHints } from '../../../core/bindings/suggestions/collect.ts';
import type { BindingHint } from '../../../core/bindings/suggestions/bindingHint.ts';
import { Failure } from '../../../core/failures.ts';
import type { Log } from '../../../core/log.ts';
import { readInside, statInside } from '../../host/workspaceFile.ts';

/** In bytes. A larger file does not describe which project a folder is. */
const maxBytes = 1_000_000;

/**
 * Returns the hints about the project that the files of a folder contain. The files are read through the editor, so
 * that the folder may be on any file system.
 *
 * @param root the folder that the user opened; no link below it is followed
 */
export async function readHints(
  { uri, root, name }: { readonly uri: vscode.Uri; readonly root: vscode.Uri; readonly name: string },
  log: Log,
): Promise<readonly BindingHint[]> {
  const note = (problem: string) => {
    log.info(`Suggested bindings: ${name}: ${problem}`);
  };
  const texts = await Promise.all(
    hintPaths.map(
      async (path) => [path, await readText(root, vscode.Uri.joinPath(uri, path), note)] as const,
    ),
  );
  const files = new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
  const { hints, problems } = collectHints({ name, files });
  for (const problem of problems) note(problem);
  return hints;
}

/** Returns undefined for a path that does not exist, is not a file, is behind a link, or is too large to be read. */
async function readText(
  root: vscode.Uri,
  file: vscode.Uri,
  note: (problem: string) => void,
): Promise<string | undefined> {
  try {
    const stat = await statInside(root, file);
    if (stat?.type !== vscode.FileType.File || stat.size > maxBytes) return undefined;
    const bytes = await readInside(root, file);
    return bytes && new TextDecoder().decode(bytes);
  } catch (error) {
    if (Failure.is(error, 'link')) {
      note(error.message);
      return undefined;
    }
    // Most of these files do not exist. A file that cannot be read is a hint less.
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}
