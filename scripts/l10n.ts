/**
 * `node scripts/l10n.ts`: writes `l10n/bundle.l10n.json` from the texts of `src/extension`, for translators, and lays out
 * the German one after it: what is new stands there with an empty translation, to be filled in by hand. Unit tests hold
 * the texts, the bundle and its translation together.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { filesBelow } from './filesBelow.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src/extension');
export const bundleFile = join(root, 'l10n/bundle.l10n.json');
export const germanFile = join(root, 'l10n/bundle.l10n.de.json');

type Bundle = Readonly<Record<string, string>>;

/**
 * Returns the first argument of every call of `l10n.t(…)`.
 * @throws Error for an argument that is not a literal, because it cannot be translated
 */
export function textsIn(file: string, code: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(?:^|\.)l10n\.t$/.test(node.expression.getText())) {
      const [text] = node.arguments;
      if (!text || !ts.isStringLiteralLike(text))
        throw new Error(`${file}: l10n.t needs a literal: ${node.getText()}`);
      texts.push(text.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return texts;
}

/** The bundle as it ought to be: each text under itself, sorted. */
export function makeBundle(): string {
  const files = filesBelow(source, '.ts', '.');
  const texts = files.flatMap((file) => textsIn(file, readFileSync(join(source, file), 'utf8')));
  const sorted = [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
  return format(Object.fromEntries(sorted.map((text) => [text, text])));
}

/** Returns the translation with the keys and the order of the bundle. A missing translation is an empty text. */
export function orderedAs(bundle: Bundle, translation: Bundle): string {
  return format(Object.fromEntries(Object.keys(bundle).map((text) => [text, translation[text] ?? ''])));
}

export function readBundle(file: string): Bundle {
  return JSON.parse(readFileSync(file, 'utf8')) as Bundle;
}

function format(bundle: Bundle): string {
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(bundleFile, makeBundle());
  writeFileSync(germanFile, orderedAs(readBundle(bundleFile), readBundle(germanFile)));
}
