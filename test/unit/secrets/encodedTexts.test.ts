import assert from 'node:assert/strict';
import { encodedWords } from '../../../src/secrets/candidates/vocabulary.data.ts';
import { randomText } from '../../support/madeSecrets.ts';
import { rulesIn, secretsIn } from './reports.ts';

let seed = 26;
const made = (length: number): string => randomText(length, seed++);
const encode = (text: string): string => Buffer.from(text).toString('base64');

const texts: readonly (() => string)[] = [
  () => `DB_HOST=db\nDB_PASSWORD=${made(16)}\n`,
  () => `{"user":"deploy","password":"${made(20)}"}`,
  () => `[registry]\nname = "a"\ntoken = "${made(32)}"\n`,
  () => `client:\n  apiKey: ${made(32)}\n`,
  () => `https://api.internal/?v=1&x=${['xoxb', '739201846513', '4820193756281', made(24)].join('-')}`,
];

describe('secrets in base64', () => {
  it('are looked for by words at each of three places among the bytes', () => {
    const words = 'password PASSWORD Password secret SECRET token TOKEN apiKey api_key API_KEY "auth';
    const prefixes = ['ghp', 'github_pat'].map((word) => `${word}_`);
    const forms = [...words.split(' '), ...prefixes, 'glpat-', 'AKIA', 'xoxb-'].flatMap((word) =>
      [0, 2, 3].map((first, place) =>
        encode('x'.repeat(place) + word).slice(first, Math.floor(((place + word.length) * 8) / 6)),
      ),
    );
    assert.deepEqual(encodedWords, forms);
  });

  it('are found under any name, with what stands before them at any length', () => {
    for (const make of texts)
      for (const filling of ['', 'a\n', 'ab\n', 'abc\n', 'abcd\n']) {
        const text = filling + make();
        const encoded = encode(text).replace(/=+$/, '');
        for (const place of [`data: ${encoded}`, `const x = "${encoded}";`, `{"config":"${encoded}"}`])
          assert.deepEqual(secretsIn(place, 'a.txt'), [encoded], text);
      }
  });

  it('are found by the rule of the secret', () => {
    const encoded = encode(`# settings\nDB_PASSWORD=${made(16)}\n`);
    assert.deepEqual(rulesIn(`settings: ${encoded}`, 'a.yml'), ['generic-password']);
  });

  it('are found whole in several lines of one width, where no line end splits the name', () => {
    for (const width of [60, 64, 76])
      for (let filling = 0; filling < 80; filling += 5) {
        const text = `${'a'.repeat(filling)}\nDB_PASSWORD=${made(16)}\nDB_PORT=5432\nLOG_LEVEL=debug\n`;
        const lines = encode(text).match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
        // A line end that splits the name hides it.
        if (!lines.some((line) => encodedWords.some((word) => line.includes(word)))) continue;
        for (const end of ['\n', '\n      ', '\r\n', String.raw`\n`]) {
          const block = lines.join(end);
          const place = end.startsWith('\\') ? `x = "${block}"` : `data:\n  x: |\n      ${block}\nother: 1\n`;
          const whole = block.replace(/=+$/, '');
          assert.deepEqual(secretsIn(place, 'a.yml'), [whole], `${width} ${filling} ${JSON.stringify(end)}`);
        }
      }
  });

  it('are not read in several lines of different widths', () => {
    const encoded = encode(`${'a'.repeat(40)}\nDB_PASSWORD=${made(40)}\n`);
    const lines = [encoded.slice(0, 64), encoded.slice(64, 68), encoded.slice(68)];
    assert.deepEqual(secretsIn(`${lines.join('\n')}\n`), []);
  });

  it('are no findings where the text has no secret or is encoded twice', () => {
    for (const text of [
      'The password is required.',
      '{"password":"${DB_PASSWORD}","token":""}',
      'PASSWORD=changeme\n',
      encode(`DB_PASSWORD=${made(16)}`),
    ])
      assert.deepEqual(secretsIn(`data: ${encode(text)}`, 'a.yml'), [], text);
  });

  it('are not read in runs longer than 4,096 characters, which are source maps', () => {
    const text = `password=${made(16)}\n`;
    assert.deepEqual(secretsIn(`data: ${encode(text.padEnd(3_060))}`).length, 1);
    assert.deepEqual(secretsIn(`data: ${encode(text.padEnd(3_100))}`), []);
  });
});
