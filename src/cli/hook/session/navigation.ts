import { changedFiles, filesUsing } from '../../../node/process/repository.ts';
import { textInsideIfAny } from '../../readText.ts';
import { limited, type ContextPart } from './context.ts';

const maxChars = 3_000;
const maxFiles = 10;
const maxSymbols = 8;
const maxCallers = 5;

/** How the files of a language declare exported symbols. Each pattern matches one line, so that no text takes long. */
const exportsOf: Readonly<Record<string, RegExp>> = {
  js: /^export\s+(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|interface|type|enum)\s+(\w+)/,
  py: /^(?:async\s+)?(?:def|class)\s+([A-Za-z]\w*)/,
  go: /^(?:func|type|var|const)\s+(?:\([^)]{1,80}\)\s*)?([A-Z]\w*)/,
  java: /^\s{0,4}public\s+(?:(?:static|final|abstract|sealed)\s+){0,3}(?:class|interface|enum|record)\s+(\w+)/,
};
const families: Readonly<Record<string, string>> = {
  ts: 'js',
  tsx: 'js',
  jsx: 'js',
  mjs: 'js',
  cjs: 'js',
  mts: 'js',
  cts: 'js',
};

/** Returns the exported symbols of the files that are being changed, with the files that use them. */
export async function navigation(root: string): Promise<ContextPart | undefined> {
  const files = (await changedFiles(root)).slice(0, maxFiles);
  let text = '';
  // Files are searched one after the other, with one parallel search per symbol: the machine also has other work at the
  // start of a session.
  for (const path of files) {
    const section = await sectionOf(root, path);
    if (section !== undefined) text += `${text && '\n'}${section}`;
    if (text.length > maxChars) break;
  }
  return text === ''
    ? undefined
    : {
        title: 'Exported symbols of changed files, and who uses them',
        source: 'git grep',
        text: limited(text, maxChars),
      };
}

async function sectionOf(root: string, path: string): Promise<string | undefined> {
  const symbols = exportedSymbols(path, textInsideIfAny(root, path) ?? '').slice(0, maxSymbols);
  if (symbols.length === 0) return undefined;
  const lines = await Promise.all(
    symbols.map(
      async (symbol) =>
        `- \`${symbol}\`: ${(await filesUsing(root, symbol, { except: path, limit: maxCallers })).join(', ') || 'no use found'}`,
    ),
  );
  return [path, ...lines].join('\n');
}

export function exportedSymbols(path: string, text: string): string[] {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const pattern = exportsOf[families[extension] ?? extension];
  if (!pattern) return [];
  const names = text.split('\n').flatMap((line) => pattern.exec(line.slice(0, 300))?.[1] ?? []);
  return [...new Set(names)];
}
