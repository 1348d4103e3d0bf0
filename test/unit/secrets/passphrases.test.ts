import assert from 'node:assert/strict';
import { passwordWords, tradeWords } from '../../../lab/secrets/words.data.ts';
import { seededRandom } from '../../../lab/secrets/learning.ts';
import { assertNone } from '../../support/lists.ts';
import { reportsNone, rulesIn, secretsIn } from './reports.ts';

/** Words that the model was not trained with. */
const unseen = (
  'abbey alcove anvil armada axle bagel banjo barge basin bayou beacon bison bobbin bonnet burrow cairn caravan catnip ' +
  'chapel clarinet cobweb corsage cypress dahlia dewdrop drizzle dugout easel enamel ferret fiesta foghorn gazelle gecko ' +
  'goblet gravy grotto gumbo hamlet harpoon hyena iguana jacuzzi kayak koala lasagna leopard mammoth mitten morsel ' +
  'nugget oboe ocelot parka parsley pollen pulley quiver ravine sardine scooter sherbet sleigh sorbet sundial tadpole ' +
  'thicket trombone tuxedo vortex warthog wigwam yacht zephyr'
).split(' ');

/** `§` stands for the value. */
const places: readonly (readonly [path: string, text: string])[] = [
  ['a.ts', "const password = '§';"],
  ['a.json', '  "password": "§",'],
  ['a.yml', '  password: "§"'],
  ['.env', 'DB_PASSWORD="§"'],
  ['a.py', "DB_PASS = '§'"],
  ['a.java', 'String dbPassword = "§";'],
  ['a.sql', "CREATE USER app IDENTIFIED BY '§';"],
  ['a.tf', '  admin_password = "§"'],
  ['', 'the root password is "§"'],
];

const random = seededRandom(41);
const draw = <T>(list: readonly [T, ...T[]] | readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;
const words = (count: number): string[] => Array.from({ length: count }, () => draw(unseen));
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const digits = (count: number): string => String(Math.floor(random() * 10 ** count)).padStart(count, '0');

const isFound = (path: string, place: string, value: string): boolean => {
  const text = place.replace('§', () => value);
  return rulesIn(text, path).length > 0;
};

/** Returns the share of 20 made values per place that are found. */
function share(make: () => string): number {
  let found = 0;
  for (const [path, place] of places)
    for (let run = 0; run < 20; run++) if (isFound(path, place, make())) found++;
  return found / (20 * places.length);
}

describe('passphrases and short passwords of words that the model does not know', () => {
  it('are made of words that training does not use', () => {
    const known = new Set([...passwordWords, ...tradeWords]);
    assertNone(unseen, (word) => known.has(word));
  });

  for (const [what, least, make] of [
    ['words with dashes', 0.6, () => words(4).join('-')],
    ['capitalized words with dashes', 0.8, () => words(4).map(capital).join('-')],
    ['words with dashes and a number', 0.85, () => [...words(3), digits(2)].join('-')],
    ['four words with blanks', 0.5, () => words(4).join(' ')],
    ['six words with blanks', 0.4, () => words(6).join(' ')],
    ['joined words', 0.6, () => words(4).map(capital).join('')],
    ['a word, digits and a mark', 0.9, () => `${capital(draw(unseen))}${digits(2)}${draw(['!', '#', '$'])}`],
    ['a word and a year', 0.9, () => `${capital(draw(unseen))}20${digits(2)}`],
  ] as const)
    it(`are found in at least ${least * 100} of 100 cases: ${what}`, () => {
      const found = share(make);
      assert.ok(found >= least, `found ${found.toFixed(2)}`);
    });

  for (const [path, place] of [
    ['a.yml', 'db:\n  password: §\n  port: 5432\n'],
    ['a.yaml', '- passphrase: §\n'],
    ['.env', 'DB_PASSWORD=§\nPORT=1\n'],
    ['a.properties', 'spring.datasource.password=§\r\n'],
    ['a.ini', '[db]\npassword = §'],
    ['a.sh', 'export ADMIN_PASSWORD=§\n'],
    ['', 'Password: §\nthanks'],
  ] as const)
    it(`are found whole without quotes: ${JSON.stringify(place)}`, () => {
      for (const count of [4, 5, 6, 8])
        for (const value of [words(count).join(' '), `${words(count).join(' ')} ${digits(3)}`]) {
          const text = place.replace('§', value);
          assert.deepEqual(secretsIn(text, path), [value]);
        }
    });

  it('are not confused with notes and messages without quotes', () => {
    const notes = [
      'password: must contain eight characters',
      'password: ask john about this one',
      'password: same like last time',
      'Passwort: bitte neues kennwort eingeben',
      'password: wrong username entered twice',
      'password: mot passe oublié ici',
      '# password: abbey alcove anvil axle',
      'key: choose any four words',
      'password: string and something else entirely',
      'reset_password: send reset link again',
    ];
    reportsNone(notes, 'a.yml');
  });

  it('are not confused with texts that a program shows', () => {
    const texts = [
      'Enter your current password',
      'invalid username or password',
      'must contain at least eight characters',
      'wrong password please try again later',
      'reset link sent to your email',
      'this field must not be empty',
      'forgot-password-link',
      'password-reset-form',
      'user-profile-settings',
      'input-field-error',
      'change password after first login',
      'passwords must match before you continue',
      'PasswordInputField',
      'ConfirmPasswordDialog',
      'the new password was saved',
      'no password set for this account',
    ];
    for (const text of texts)
      assert.deepEqual(
        places.filter(([path, place]) => isFound(path, place, text)),
        [],
        text,
      );
  });
});
