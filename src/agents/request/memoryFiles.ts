import type { MemoryFiles } from '../protocol.ts';
import { mentionedNames } from './mentions.ts';
import { RequestPaths } from './requestPaths.ts';

/** The files with instructions that an agent adds to each prompt, by their names. */
export interface MemoryNames {
  /** Relative to the open folder, and to each folder above it. */
  readonly inFolders: readonly string[];
  /** Relative to the user's home folder. */
  readonly atHome: readonly string[];
}

/** Returns the files with instructions of a request, and how they import others: by mentions outside of code. */
export function memoryFiles(
  { inFolders, atHome }: MemoryNames,
  paths: RequestPaths,
  { home, platform }: { readonly home: string | undefined; readonly platform: NodeJS.Platform | undefined },
): MemoryFiles {
  const below = paths.foldersAndAbove.flatMap((folder) =>
    inFolders.map((name) => paths.joined(folder, name)),
  );
  const own = home === undefined ? [] : atHome.map((name) => paths.joined(home, name));
  return {
    files: [...new Set([...below, ...own])],
    importsOf: (text, path) =>
      new RequestPaths({ base: paths.folderOf(path), home, platform }).candidates(
        mentionedNames(withoutCode(text)),
      ),
  };
}

/**
 * Returns Markdown without its blocks and spans of code, in which a mention imports nothing. A block that does not end
 * counts as text.
 */
function withoutCode(text: string): string {
  const kept: string[] = [];
  let block: { readonly fence: string; readonly lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const [, fence] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (block) {
      block.lines.push(line);
      if (line.trim() === block.fence) block = undefined;
    } else if (fence === undefined) kept.push(line);
    else block = { fence, lines: [line] };
  }
  return [...kept, ...(block?.lines ?? [])].join('\n').replaceAll(/`[^`\n]*`/g, ' ');
}
