import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type ts from 'typescript';
import type { SourceFile } from '../report.ts';

/**
 * Returns a function that makes a program of TypeScript for one file, for the rules that need types. It reads only the
 * libraries of the language: what a file imports has no type, so such rules find less, and the analyzed folder cannot
 * influence them.
 */
export function programFactory(typescript: typeof ts): (file: SourceFile) => ts.Program {
  const options: ts.CompilerOptions = {
    allowJs: true,
    noResolve: true,
    strict: true,
    types: [],
    target: typescript.ScriptTarget.ESNext,
    lib: [library],
  };
  const folder = dirname(typescript.getDefaultLibFilePath(options)).replaceAll('\\', '/');
  const parse = (path: string, text: string): ts.SourceFile =>
    typescript.createSourceFile(path, text, typescript.ScriptTarget.ESNext);
  const shared = new Map([[globalsFile, parse(globalsFile, globals)]]);
  const libraryAt = (path: string): ts.SourceFile => {
    const known = shared.get(path) ?? parse(path, readFileSync(path, 'utf8'));
    shared.set(path, known);
    return known;
  };
  return (file) => {
    // ESLint names the file to the parser in this way.
    const own = parse(resolve(file.path).replaceAll('\\', '/'), file.source);
    const host: ts.CompilerHost = {
      getSourceFile: (name) =>
        name === own.fileName
          ? own
          : name === globalsFile || dirname(name) === folder
            ? libraryAt(name)
            : undefined,
      getDefaultLibFileName: () => `${folder}/${library}`,
      getDefaultLibLocation: () => folder,
      getCurrentDirectory: () => process.cwd(),
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: () => false,
      readFile: () => undefined,
      writeFile: () => undefined,
    };
    return typescript.createProgram([own.fileName, globalsFile], options, host);
  };
}

const library = 'lib.esnext.d.ts';

/** The function whose promises are most often forgotten. The libraries of browsers and Node take long to read. */
const globalsFile = '/globals.d.ts';
const globals = 'declare function fetch(...input: any[]): Promise<any>;';
