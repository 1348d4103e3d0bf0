import * as vscode from 'vscode';
import { cluePaths, collectClues } from '../../../core/bindings/suggestions/collect.ts';
import type { Clue } from '../../../core/bindings/suggestions/clue.ts';
import { Failure } from '../../../core/failures.ts';
import type { Log } from '../../../core/log.ts';
import { readInside, statInside } from '../../host/workspaceFile.ts';

/** More is no file that says which project this is. */
const maxBytes = 1_000_000;

/** What the files of a folder say about its project. Through the editor, so that it works wherever the folder is. */
export async function readClues(uri: vscode.Uri, name: string, log: Log): Promise<readonly Clue[]> {
  const note = (problem: string) => {
    log.info(`Suggested bindings: ${name}: ${problem}`);
  };
  const texts = await Promise.all(
    cluePaths.map(async (path) => [path, await readText(uri, path, note)] as const),
  );
  const files = new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
  const { clues, problems } = collectClues({ name, files });
  for (const problem of problems) note(problem);
  return clues;
}

/** Undefined for what is not there, no file, behind a link, or too large to be read at all. */
async function readText(
  root: vscode.Uri,
  path: string,
  note: (problem: string) => void,
): Promise<string | undefined> {
  const file = vscode.Uri.joinPath(root, path);
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
    // Not there, which is the rule; or kept from us, which makes it a clue less.
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}
