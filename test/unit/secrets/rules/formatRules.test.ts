import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { formatRules } from '../../../../src/secrets/rules/formatRules.ts';
import { seededRandom } from '../../../../lab/secrets/learning.ts';
import { aiExamples } from './ai.examples.data.ts';
import { ciExamples } from './ci.examples.data.ts';
import { cloudExamples } from './cloud.examples.data.ts';
import { databasesExamples } from './databases.examples.data.ts';
import { forgesExamples } from './forges.examples.data.ts';
import { keysExamples } from './keys.examples.data.ts';
import { messagingExamples } from './messaging.examples.data.ts';
import { monitoringExamples } from './monitoring.examples.data.ts';
import { paymentExamples } from './payment.examples.data.ts';
import { makeMiss, makeToken, type FormatExamples, type Miss } from './formatExamples.ts';
import { assertNone } from '../../../support/lists.ts';
import { rulesIn } from '../reports.ts';

const allExamples: readonly FormatExamples[] = [
  ...cloudExamples,
  ...forgesExamples,
  ...paymentExamples,
  ...messagingExamples,
  ...ciExamples,
  ...aiExamples,
  ...monitoringExamples,
  ...databasesExamples,
  ...keysExamples,
];

describe('format rules', () => {
  it('are 150 and more, each with its own id', () => {
    assert.ok(formatRules.length >= 150);
    assert.equal(new Set(formatRules.map(({ id }) => id)).size, formatRules.length);
  });

  it('have no examples without a rule', () => {
    const ids = new Set(formatRules.map(({ id }) => id));
    assertNone(allExamples, ({ rule }) => !ids.has(rule));
  });

  for (const rule of formatRules)
    describe(rule.id, () => {
      const forms = allExamples.filter((examples) => examples.rule === rule.id);

      it('links to the documentation of its format', () => {
        assert.match(rule.link, /^https:\/\/[\w.-]+\.[a-z]{2,}\//);
        assert.ok(rule.description.length > 5);
        assert.ok(rule.keywords ?? rule.near, 'is found by keyword or by name');
      });

      it('finds a token alone, under a neutral name, under a telling name and in a sentence', () => {
        assert.ok(forms.length > 0, 'has examples');
        const random = seededRandom(rule.id.length);
        for (const examples of forms)
          for (const place of placesFor(examples)) {
            const token = makeToken(examples.form, random);
            const text = place.replace('§', () => token);
            assert.ok(
              rulesIn(text).includes(rule.id),
              `${examples.form} in ${place}: ${rulesIn(text).join()}`,
            );
          }
      });

      it('does not report three near misses', () => {
        const random = seededRandom(rule.id.length + 99);
        for (const { form, misses = usualMisses } of forms) {
          assert.ok(misses.length >= 3);
          for (const miss of misses) {
            const text = makeMiss(form, miss, random);
            assert.ok(!rulesIn(text).includes(rule.id), `${miss}: ${text}`);
          }
        }
      });
    });
});

const usualMisses: readonly Miss[] = ['short', 'foreign', 'placeholder'];

/** Returns texts with `§` for the token. A form that includes its name stands on a separate line. */
function placesFor({ rule }: FormatExamples): string[] {
  const named = formatRules.some(({ id, near }) => id === rule && near);
  return named
    ? ['§', '# comment\n§\n', '  §']
    : ['§', 'const value = "§";', 'access_token: "§"', 'see https://x.test/ §, please'];
}
