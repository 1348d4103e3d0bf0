import assert from 'node:assert/strict';
import { scan } from '../../../src/secrets/scan.ts';
import { randomText } from '../../support/madeSecrets.ts';
import { changes, ordinarySentences, sentences } from './sentences.data.ts';
import { tuningSentences } from './tuningSentences.data.ts';
import { assertNone } from '../../support/lists.ts';
import { reportsNone } from './reports.ts';

/** A password of words, and a random one. */
const values = [['Harbor', 'Falcon', '27'].join('-'), `${randomText(6, 5)}7!${randomText(4, 6)}`];

/** As people type them, with a year and a mark; words with dashes need a verb or a mark before them. */
const typed = [['Harbor', '2024!'].join(''), `${randomText(6, 5)}7!${randomText(4, 6)}`];
const token = randomText(32, 7);

/** Returns whether a sentence with a value has a finding of the value, and of at most so many characters behind it. */
function isFound(sentence: string, value: string, more = 0): boolean {
  const text = sentence.replace(/[§¶]/, () => value);
  const start = text.indexOf(value);
  const end = start + value.length;
  return scan(text).findings.some(
    (found) => found.start === start && found.end >= end && found.end <= end + more,
  );
}

/** Returns whether the value of a sentence is found, maybe with the mark that ends the sentence. */
const isCovered = (sentence: string): boolean =>
  (sentence.includes('¶') ? [token] : typed).every((value) => isFound(sentence, value, 1));

describe('scan, in sentences', () => {
  for (const [language, list] of Object.entries(sentences))
    it(`finds at least 26 of 32 passwords in language ${language}`, () => {
      const missed = list.flatMap((sentence) =>
        values.filter((value) => !isFound(sentence, value)).map(() => sentence),
      );
      assert.ok(2 * list.length - missed.length >= 26, missed.join('\n'));
    });

  for (const [language, list] of Object.entries(tuningSentences))
    it(`finds the secret of each sentence by other authors in language ${language}`, () =>
      assertNone(list, (sentence) => !isCovered(sentence)));

  it('finds PINs of four digits and more behind a name that means one', () => {
    const pins = ['the pin for the gate is §', 'SIM卡PIN为§', '暗証番号は§です', 'пин-код от двери §'];
    assertNone(pins, (sentence) => !isFound(sentence, '739104') || !isFound(sentence, '4821'));
  });

  it('finds a password behind a word of the sentence, and no such word, standard or product', () => {
    const ordinary = [
      'Nascondi la password quando viene modificata',
      'Password brevi',
      'Password RabbitMQ',
      'La password è troppo debole. Deve contenere caratteri e numeri.',
      'Change the password policy to NIST-800-63B',
      'my password manager is 1Password, not KeePass2',
      'press Ctrl+Shift+F5 to hide the password',
    ];
    reportsNone(ordinary);
    assert.ok(isFound('Die Umgebung fragt nach dem Kennwort „§“ beim Start', 'Winter2024!'));
  });

  it('does not take the handle or the login name of a person for a secret', () => {
    const handles = Array.from({ length: 60 }, (_, index) => [
      randomText(7, index),
      `${randomText(4, index)}-${randomText(5, 90 + index)}`,
      `Kd${index}ar`,
      'octocat',
    ]).flat();
    const texts = handles.flatMap((handle) => [
      `fix password reset, by @${handle}`,
      `- Fix API key rotation, thanks @${handle}!`,
      `git commit -m "Fix password prompt, by @${handle}"`,
      `{"login": "${handle}", "id": 1, "avatar_url": "https://a.test/u/1", "type": "User"}`,
    ]);
    reportsNone(texts);
    assert.ok(isFound('fix the login, the password is §', typed[1] ?? ''));
  });

  it('finds values in parentheses behind a name and its words, and no note', () => {
    const names = ['la clé API', "la clé d'API", 'la clave de API', 'a chave da API', 'la chiave API'];
    const others = [
      'le mot de passe du serveur',
      'el token de acceso',
      'la password di root',
      'the password of root',
    ];
    for (const name of [...names, ...others])
      for (const value of [typed[1] ?? '', token])
        assert.ok(isFound(`${name} (§)`, value), `${name} (${value})`);
    reportsNone(
      [...names, ...others].flatMap((name) => [
        `${name} (RFC7519)`,
        `${name} (optional)`,
        `${name} (see below)`,
      ]),
    );
  });

  it('finds passwords behind a verb of change, behind "should be", and the second part of credentials', () => {
    assertNone(changes, (sentence) => !values.every((value) => isFound(sentence, value)));
  });

  for (const [language, list] of Object.entries(ordinarySentences))
    it(`finds nothing in ordinary sentences in language ${language}`, () => reportsNone(list));
});
