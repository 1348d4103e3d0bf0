import assert from 'node:assert/strict';
import { scan } from '../../../src/secrets/scan.ts';
import { randomText } from '../../support/madeSecrets.ts';
import { changes, ordinarySentences, sentences } from './sentences.data.ts';

/** A password of words, and a random one. */
const values = [['Harbor', 'Falcon', '27'].join('-'), `${randomText(6, 5)}7!${randomText(4, 6)}`];

function isFound(sentence: string, value: string): boolean {
  const text = sentence.replace('§', () => value);
  const start = text.indexOf(value);
  return scan(text).findings.some(
    (finding) => finding.start === start && finding.end === start + value.length,
  );
}

describe('scan, in sentences', () => {
  for (const [language, list] of Object.entries(sentences))
    it(`finds at least 26 of 32 passwords in language ${language}`, () => {
      const missed = list.flatMap((sentence) =>
        values.filter((value) => !isFound(sentence, value)).map(() => sentence),
      );
      assert.ok(2 * list.length - missed.length >= 26, missed.join('\n'));
    });

  it('finds passwords behind a verb of change, behind "should be", and the second part of credentials', () => {
    const missed = changes.filter((sentence) => !values.every((value) => isFound(sentence, value)));
    assert.deepEqual(missed, []);
  });

  for (const [language, list] of Object.entries(ordinarySentences))
    it(`finds nothing in ordinary sentences in language ${language}`, () => {
      assert.deepEqual(
        list.filter((sentence) => scan(sentence).findings.length > 0),
        [],
      );
    });
});
