import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bundleFile, makeBundle, textsIn } from '../../../scripts/l10n.ts';

describe('texts for people', () => {
  it('stand in the bundle that translators get (node scripts/l10n.ts writes it)', () => {
    assert.equal(readFileSync(bundleFile, 'utf8'), makeBundle());
  });

  it('are found wherever l10n.t is called, and must be literals', () => {
    assert.deepEqual(textsIn('a.ts', "vscode.l10n.t('One {0}', x); f(l10n.t(`Two`));"), ['One {0}', 'Two']);
    assert.throws(() => textsIn('a.ts', 'l10n.t(text)'), /needs a literal/);
  });
});
