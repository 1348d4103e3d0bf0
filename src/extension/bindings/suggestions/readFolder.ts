import * as vscode from 'vscode';
import { cluePaths, collectClues } from '../../../core/bindings/suggestions/collect.ts';
import type { Clue } from '../../../core/bindings/suggestions/clue.ts';
import type { Log } from '../../../core/log.ts';

/** More is no file that says which project this is. */
const maxBytes = 1_000_000;

/** What the files of a folder say about its project. Through the editor, so that it works wherever the folder is. */
export async function readClues(uri: vscode.Uri, name: string, log: Log): Promise<readonly Clue[]> {
  const texts = await Promise.all(
    cluePaths.map(async (path) => [path, await readText(vscode.Uri.joinPath(uri, path))] as const),
  );
  const files = new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
  const { clues, problems } = collectClues({ name, files });
  for (const problem of problems) log.info(`Suggested bindings: ${name}: ${problem}`);
  return clues;
}

/** Undefined for what is not there, no file, or too large to be read at all. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0 || size > maxBytes) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    // Not there, which is the rule; or kept from us, which makes it a clue less.
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}
