import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { Unreadable } from '../agents/protocol.ts';
import { folderEntries } from '../node/files/folderEntries.ts';
import { topFolder } from '../node/files/realPath.ts';
import { readTextIfFile } from './readText.ts';

/** Names of environment files, and of their examples, which have no secrets by their purpose. */
const environmentFile = /^\.env(?:rc|\..+)?$|\.env$|^\.dev\.vars$/i;
const example = /(?:^|[._-])(?:example|sample|template|dist|defaults?|schema|tpl)(?:[._-]|$)/i;

/** Folders with files of others, or of builds. */
const foreign = /^(?:\..*|node_modules|vendor|dist|build|target|venv|__pycache__)$/;

/** Levels of folders below the top of a repository, and folders in total. Each is read at each output of a tool. */
const deepest = 3;
const mostFolders = 300;

/** In bytes. A larger file is not read as an environment file. */
const largest = 256 * 1024;

/**
 * Returns the environment files of projects, which git usually ignores. Files that are not text are left out.
 *
 * @param roots Folders of projects, absolute. Those above them in the same repository count too.
 */
export function environmentFiles(roots: readonly string[]): { path: string; text: string }[] {
  const found = new Map<string, string>();
  const open = roots.filter((root) => isAbsolute(root));
  let level = [...new Set(open.flatMap((root) => [topFolder(root) ?? root, root]))];
  let count = 0;
  for (let depth = 0; depth <= deepest && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      if (++count > mostFolders) break;
      for (const entry of folderEntries(folder)) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !foreign.test(entry.name)) below.push(path);
        else if (environmentFile.test(entry.name) && !example.test(entry.name) && !found.has(path)) {
          const text = textOf(path);
          if (text !== undefined) found.set(path, text);
        }
      }
    }
    level = below;
  }
  return [...found].map(([path, text]) => ({ path, text }));
}

function textOf(path: string): string | undefined {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? Infinity) > largest) return undefined;
    return readTextIfFile(path);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
