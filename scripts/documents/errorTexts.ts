import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { filesBelow } from '../filesBelow.ts';

const root = join(import.meta.dirname, '../..');

/** Returns the parsed TypeScript files below folders of the repository, without data. */
export function sourcesIn(...folders: readonly string[]): readonly ts.SourceFile[] {
  return filesBelow(root, '.ts', ...folders)
    .filter((file) => !file.endsWith('.d.ts'))
    .map((file) =>
      ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
    );
}

/**
 * Returns the object literal that a constant of this name is initialized with. It is searched in all files, because
 * files move more often than tables are renamed.
 *
 * @throws {Error} unless exactly one of the files declares the table
 */
export function tableIn(files: readonly ts.SourceFile[], name: string): ts.ObjectLiteralExpression {
  const found = files.flatMap((file) =>
    nodesIn(file)
      .filter(ts.isVariableDeclaration)
      .filter((node) => node.name.getText() === name)
      .flatMap(({ initializer }) =>
        initializer && ts.isObjectLiteralExpression(initializer) ? [initializer] : [],
      ),
  );
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${found.length} tables are called ${name}`);
  return first;
}

/** Returns the texts in each property of a table, by the name of the property. */
export function textsByKey(table: ts.ObjectLiteralExpression): ReadonlyMap<string, readonly string[]> {
  return new Map(
    table.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? [[property.name.getText(), messagesIn(property.initializer)]] : [],
    ),
  );
}

/** Returns the texts that `l10n.t` translates below a node, in the order of the source. */
export function translatedIn(node: ts.Node): readonly string[] {
  return nodesIn(node)
    .filter(ts.isCallExpression)
    .filter(({ expression }) => /(?:^|\.)l10n\.t$/.test(expression.getText()))
    .flatMap(({ arguments: [first] }) => (first ? stringsOf(first) : []));
}

export function textsStartingWith(node: ts.Node, start: string): readonly string[] {
  return nodesIn(node)
    .filter((item) => ts.isStringLiteralLike(item) || ts.isTemplateExpression(item))
    .flatMap(stringsOf)
    .filter((text) => text.startsWith(start));
}

function messagesIn(node: ts.Node): readonly string[] {
  const translated = translatedIn(node);
  return translated.length > 0 ? translated : stringsOf(node);
}

/** Returns the texts that an expression can be. Values that only a run knows become `…`. */
function stringsOf(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) return [...stringsOf(node.whenTrue), ...stringsOf(node.whenFalse)];
  if (ts.isIdentifier(node)) return stringsOfConstant(node);
  if (ts.isParenthesizedExpression(node)) return stringsOf(node.expression);
  if (ts.isArrowFunction(node)) return stringsOf(node.body);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? stringsOf(property.initializer) : [],
    );
  return [];
}

/** Returns the texts of a constant of the same file. */
function stringsOfConstant(name: ts.Identifier): readonly string[] {
  return nodesIn(name.getSourceFile())
    .filter(ts.isVariableDeclaration)
    .filter((node) => node.name.getText() === name.text)
    .flatMap(({ initializer }) =>
      initializer && ts.isStringLiteralLike(initializer) ? [initializer.text] : [],
    );
}

function nodesIn(node: ts.Node, nodes: ts.Node[] = []): readonly ts.Node[] {
  nodes.push(node);
  ts.forEachChild(node, (child) => void nodesIn(child, nodes));
  return nodes;
}
