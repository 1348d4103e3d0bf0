/**
 * Examples of what hooks see and repositories rarely hold: secrets in sentences, in shell lines, in chat, and the
 * sentences about secrets that hold none. All values are drawn at random; the same seed gives the same examples.
 */
import type { Example } from './learning.ts';
import { seededRandom } from './learning.ts';
import { examplesOf } from './examples.ts';
import { ordinaryValues, passwordWords } from './words.data.ts';

/** `§` stands for the value. */
const places: readonly (readonly [text: string, path: string])[] = [
  ['my password is § please fix the login', ''],
  ['The password is §.', ''],
  ['the db password: §', ''],
  ['password = §', ''],
  ['use password § for the staging server', ''],
  ['log in as admin with password §', ''],
  ['user: deploy\npassword: §\n', ''],
  ['here is the token: §', ''],
  ['API key: §', ''],
  ['api_key=§', ''],
  ['the secret is "§"', ''],
  ["my api key is '§', why do I get 401?", ''],
  ['Can you connect with postgres://app:§@db.internal:5432/app and run it?', ''],
  ['curl -u admin:§ https://build.internal/api', ''],
  ['export DB_PASSWORD=§', ''],
  ['DB_PASSWORD=§', 'x.env'],
  ['SECRET_KEY="§"', 'x.env'],
  ['mysql -uroot -p§ app', 'x.sh'],
  ["sshpass -p '§' ssh root@10.0.0.4", 'x.sh'],
  ['spring.datasource.password=§', 'x.properties'],
  ['  password: §', 'x.yml'],
  ['  clientSecret: "§"', 'x.yaml'],
  ['password = "§"', 'x.toml'],
  ['{"password": "§"}', 'x.json'],
  ['  "apiKey": "§",', 'x.json'],
  ['<password>§</password>', 'x.xml'],
  ['<add key="DbPassword" value="§" />', 'x.config'],
  ['Server=db;Database=app;User Id=sa;Password=§;', 'x.config'],
  ["const password = '§';", 'x.js'],
  ['const apiKey: string = "§";', 'x.ts'],
  ['  auth: { user: "ci", pass: "§" },', 'x.ts'],
  ['password = "§"', 'x.py'],
  ['SECRET_KEY = "§"', 'x.py'],
  ["conn = connect(host='db', user='app', password='§')", 'x.py'],
  ['String password = "§";', 'x.java'],
  ['dbPassword := "§"', 'x.go'],
  ['var token = "§";', 'x.cs'],
  ["$password = '§';", 'x.php'],
  ["config.secret_key_base = '§'", 'x.rb'],
  ['  password = "§"', 'x.tf'],
  ["CREATE USER app WITH PASSWORD '§';", 'x.sql'],
  ["ALTER USER app IDENTIFIED BY '§';", 'x.sql'],
  ['ENV API_TOKEN=§', 'Dockerfile'],
  ['Authorization: Bearer §', ''],
  ['url: https://ci:§@git.internal/team/app.git', 'x.yml'],
  ['machine git.internal login ci password §', ''],
  ['The root password was changed to § yesterday.', ''],
  ['Password for the new machine: §', ''],
  ['please use "§" as the password', ''],
  ['take § as the admin password for now', ''],
  ['credentials: admin:§', ''],
  ['sqlcmd -S db -U sa -P §', ''],
  ["smtp.login('bot@mail.test', '§')", 'x.py'],
  ['the key is §', ''],
  ['our token is §', ''],
  ['redis://:§@cache:6379', ''],
  ['mongodb+srv://app:§@cluster.test/db', ''],
];

/** Sentences that speak of secrets; nothing in them is one. */
const talk: readonly string[] = [
  'The password is required.',
  'The password is incorrect, try again.',
  'Your password is about to expire.',
  'password is stored in the keychain',
  'password must be at least 12 characters',
  'where do I put the api key?',
  'the token is refreshed every hour',
  'the secret is mounted at /run/secrets/db',
  'password: string',
  'password: required',
  'token: undefined',
  'the key is missing from the dictionary',
  'secret is read from the environment',
  'set the password to something secure',
  'The token is passed as a header.',
  'the password was changed to something else',
  'Password for the new machine: see the wiki',
  'use a token as the password',
  'treat this value as the key',
  'login to the admin console first',
  'How do I rotate the access token in production?',
  'api key: see the vault',
  'the password is the same as before',
  'Please add a field for password confirmation',
];

export function everydayExamples(): Example[] {
  const random = seededRandom(23);
  const examples: Example[] = [];
  const weight = 0.5;
  for (const [text, path] of places) {
    for (let i = 0; i < 18; i++) add(text, path, randomSecret(random), true);
    for (let i = 0; i < 8; i++) add(text, path, pick(ordinaryValues, random), false);
  }
  for (const sentence of talk)
    for (const { features } of examplesOf(sentence, ''))
      for (let i = 0; i < 4; i++) examples.push({ features, positive: false, weight, group: 'everyday' });
  return examples;

  function add(text: string, path: string, value: string, positive: boolean): void {
    const start = text.indexOf('§');
    for (const { features, candidate } of examplesOf(
      text.replace('§', () => value),
      path,
    ))
      if (candidate.start < start + value.length && start < candidate.end)
        examples.push({ features, positive, weight, group: 'everyday' });
  }
}

function pick<T>(list: readonly T[], random: () => number): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const marks = '!@#$%^&*_-+=?.~';

function draw(alphabet: string, length: number, random: () => number): string {
  let text = '';
  while (text.length < length) text += alphabet.charAt(Math.floor(random() * alphabet.length));
  return text;
}

/** Made by a machine, or by a person as the rules for passwords taught them: a word, digits, a mark. */
function randomSecret(random: () => number): string {
  const length = 10 + Math.floor(random() * 24);
  switch (Math.floor(random() * 7)) {
    case 0:
      return draw(lower + upper + digits, length, random);
    case 1:
      return draw(lower + digits, length, random);
    case 2:
      return draw('0123456789abcdef', 32 + 8 * Math.floor(random() * 3), random);
    case 3:
      return draw(lower + upper + digits + '-_', length, random);
    case 4:
      return draw(lower + upper + digits + marks, Math.min(length, 20), random).replace(/^\W/, 'K');
    default:
      return humanPassword(random);
  }
}

/** A word, digits and a mark, as the rules for passwords taught people: `Harbor#47`, `Kelbora2024!`. */
function humanPassword(random: () => number): string {
  let word = pick(passwordWords, random);
  if (random() < 0.5) {
    word = '';
    for (let i = 0; i < 3; i++)
      word +=
        draw('bcdfghjklmnprstvwz', 1, random) + draw('aeiou', 1, random) + pick(['', 'n', 'r', 'l'], random);
  }
  if (random() < 0.25) word += pick(passwordWords, random);
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  const number = draw(digits, 2 + Math.floor(random() * 3), random);
  const mark = draw('!@#$%&*?-_', 1, random);
  return pick(
    [`${capital}${number}${mark}`, `${capital}${mark}${number}`, `${mark}${capital}${number}`],
    random,
  );
}
