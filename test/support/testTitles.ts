import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { idsIn } from './titleIds.ts';
import { filesBelow } from '../../scripts/filesBelow.ts';

const folder = join(import.meta.dirname, '..');
const suites = ['describe', 'scenario'];

/** A test as its file writes it. */
export interface WrittenTest {
  readonly file: string;
  /** The titles of its suites in this file and its own, as mocha joins them. A value that only a run knows is `{}`. */
  readonly title: string;
  /** The function that runs. */
  readonly body: ts.Node;
}

/**
 * The test files by the ids in the titles of their tests, such as `[R5]` for a promise of SECURITY.md or `[MJ2]` for a row
 * of the specification. Files are relative to the repository. They do not run: some need an editor, a browser or a server.
 */
export function filesById(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const name of filesBelow(folder, '.ts', '.')) {
    const code = readFileSync(join(folder, name), 'utf8');
    if (idsIn(code).length === 0) continue;
    for (const { file, title } of testsIn(code, `test/${name.replaceAll('\\', '/')}`))
      for (const found of idsIn(title)) files.set(found, (files.get(found) ?? new Set()).add(file));
  }
  return files;
}

/** The tests of one file, in their order. */
export function testsIn(code: string, file: string): readonly WrittenTest[] {
  const tests: WrittenTest[] = [];
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    const call = ts.isCallExpression(node) ? nameOf(node.expression) : undefined;
    const [title, body] = ts.isCallExpression(node) ? node.arguments : [];
    if (call === undefined || !title || !body) ts.forEachChild(node, (child) => visit(child, outer));
    else if (suites.includes(call)) visit(body, [...outer, textOf(title)]);
    else tests.push({ file, title: [...outer, textOf(title)].join(' '), body });
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true), []);
  return tests;
}

/** `it` or a suite, with `.skip` and `.only`; undefined for any other function. */
function nameOf(called: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(called) && ['skip', 'only'].includes(called.name.text))
    return nameOf(called.expression);
  return ts.isIdentifier(called) && ['it', ...suites].includes(called.text) ? called.text : undefined;
}

function textOf(title: ts.Expression): string {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (ts.isTemplateExpression(title))
    return title.head.text + title.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  // A method of a text, such as `trimEnd`.
  if (ts.isCallExpression(title) && ts.isPropertyAccessExpression(title.expression))
    return textOf(title.expression.expression);
  return '{}';
}
