import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { sourcesIn, translatedIn } from '../../../scripts/documents/errorTexts.ts';
import { bundleFile, germanFile, orderedAs, makeBundle, readBundle, textsIn } from '../../../scripts/l10n.ts';
import { assertNone } from '../../support/lists.ts';

const root = join(import.meta.dirname, '../../..');
/** The characters of a text below a row that a quick pick shows; it cuts longer ones. Placeholders are not counted. */
const longestDetail = 84;

/** Returns the texts below rows of the quick picks in a folder of `src/extension`. */
function detailsIn(folder: string): readonly string[] {
  const details: string[] = [];
  const visit = (node: ts.Node): void => {
    const isDetail =
      (ts.isPropertyAssignment(node) && node.name.getText() === 'detail') ||
      (ts.isFunctionDeclaration(node) && /detail/i.test(node.name?.text ?? ''));
    if (isDetail) details.push(...translatedIn(node));
    else ts.forEachChild(node, visit);
  };
  for (const source of sourcesIn(`src/extension/${folder}`)) visit(source);
  return details;
}

describe('texts for people', () => {
  it('are in the bundle for translators (node scripts/l10n.ts writes it)', () =>
    assert.equal(readFileSync(bundleFile, 'utf8'), makeBundle()));

  it('are found wherever l10n.t is called, and must be literals', () => {
    assert.deepEqual(textsIn('a.ts', "vscode.l10n.t('One {0}', x); f(l10n.t(`Two`));"), ['One {0}', 'Two']);
    assert.throws(() => textsIn('a.ts', 'l10n.t(text)'), /needs a literal/);
  });
});

/** Texts that are the same in German and English. */
const sameInGerman = new Set([
  'Branch',
  'Branch: {0}',
  'Bugs',
  'Container',
  'Gate',
  'Monorepos:',
  'OK',
  'Quality Gate',
  'Quality gate of {0}: {1}',
  'Quality gate: {0}',
  'Relay',
  'Server',
  'Version {0}.',
  'Webhooks',
  'displayName',
  'category',
  'view.qualityGate',
  '{0}, {1}.',
  '{0}: {1}',
]);

/** `{0}`, `[…](command:service.x)`: what a translation must carry over. */
const marks = (text: string): string[] =>
  (text.match(/\{\d\}|\(command:[\w.]+\)|service\.[\w.]+\w/g) ?? []).sort();

describe('texts below the rows of quick picks', () => {
  const german = readBundle(germanFile);
  for (const folder of ['connections/wizard', 'diagnose', 'toolServer'])
    it(`are short enough to be shown as a whole in English and German: ${folder}`, () => {
      const texts = detailsIn(folder);
      assert.ok(texts.length > 1);
      const both = texts.flatMap((text) => [text, german[text] ?? '']);
      assertNone(both, (text) => text.replaceAll(/\{\d\}/g, '').length > longestDetail);
    });
});

describe('German', () => {
  const pairs = {
    'l10n/bundle.l10n.de.json': [readBundle(bundleFile), readBundle(germanFile)],
    'package.nls.de.json': [
      readBundle(join(root, 'package.nls.json')),
      readBundle(join(root, 'package.nls.de.json')),
    ],
  } as const;

  for (const [file, [english, german]] of Object.entries(pairs)) {
    it(`is complete in ${file} and in the order of the English (node scripts/l10n.ts lays it out)`, () => {
      assert.deepEqual(Object.keys(german), Object.keys(english));
      const untranslated = Object.keys(english).filter(
        (key) => !german[key]?.trim() || (german[key] === english[key] && !sameInGerman.has(key)),
      );
      assert.deepEqual(untranslated, []);
    });

    it(`keeps places, commands and settings of each text of ${file}`, () => {
      for (const [key, text] of Object.entries(english))
        assert.deepEqual(marks(german[key] ?? ''), marks(text), key);
    });
  }

  it('adds a new text as empty until it is translated, and drops a removed one', () =>
    assert.deepEqual(JSON.parse(orderedAs({ new: 'new', old: 'old' }, { old: 'alt', gone: 'weg' })), {
      new: '',
      old: 'alt',
    }));
});
