/**
 * Examples of what hooks see and repositories rarely hold: secrets in sentences, in shell lines, in chat, and the
 * sentences about secrets that hold none. All values are drawn at random; the same seed gives the same examples.
 */
import type { Example } from './learning.ts';
import { seededRandom } from './learning.ts';
import { examplesOf } from './examples.ts';
import { ordinaryValues, passwordWords, spokenValues, tradeWords } from './words.data.ts';

/** `§` stands for the value, `¶` for `user:value` in base64. */
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
  ['passphrase: "§"', 'x.yml'],
  ['passphrase = "§"', 'x.toml'],
  ['The passphrase of the key is "§".', ''],
  ["const dbPass = '§';", 'x.ts'],
  ['DB_PASS="§"', 'x.env'],
  ['admin_password = "§"', 'x.tf'],
  ['redis://:§@cache:6379', ''],
  ['mongodb+srv://app:§@cluster.test/db', ''],
  ['DATABASE_URL=mysql://orders_rw:§@db.quay.dev:3306/shop', 'x.env'],
  ['AMQP_URL: amqps://svc_billing:§@queue.quay.dev:5671/prod', 'x.yml'],
  ['  "url": "https://reporting:§@files.quay.eu/nexus/releases",', 'x.json'],
  ['static final String URI = "rediss://admin:§@cache.quay.eu:6379/0";', 'x.java'],
  ['Connect to postgres://root:§@pg-main.quay.eu:5432/app and count the rows.', ''],
  ['headers = {"Authorization": "Basic ¶"}', 'x.py'],
  ['conn.setRequestProperty("Authorization", "Basic ¶");', 'x.java'],
  ['curl -H "Authorization: Basic ¶" https://db.quay.dev/v1/me', 'x.sh'],
  ['"Authorization": "Basic ¶",', 'x.json'],
  ['<server><password>§</password></server>', 'settings.xml'],
  ["'db' => ['password' => '§', 'dbname' => 'shop'],", 'x.php'],
  ["public $password = '§';", 'x.php'],
  ['String dbPassword = "§";', 'x.java'],
  ['client.login("admin", "§")', 'x.py'],
  ['const token = jwt.sign(payload, "§");', 'x.ts'],
  ['totp = pyotp.TOTP("§")', 'x.py'],
  ['redis-cli -h db.quay.dev -a § ping', 'x.sh'],
  ["curl --user 'deploy:§' -T build.zip https://db.quay.dev/upload", 'x.sh'],
  ['docker login -u ci-bot -p § registry.quay.dev', 'x.sh'],
  ["echo 'deploy:§' | chpasswd", 'x.sh'],
  ["smbclient //files/share -U 'backup%§' -c ls", 'x.sh'],
  ['schtasks /create /tn nightly /ru corp\\svc /rp §', 'x.cmd'],
  ['signtool sign /f cert.pfx /p § app.exe', 'x.cmd'],
  ['net user deploy § /add', 'x.bat'],
  ['DefaultPassword=§', 'x.cfg'],
  ['$sec = ConvertTo-SecureString "§" -AsPlainText -Force', 'x.ps1'],
  ["gh secret set DEPLOY_SECRET --body '§'", 'x.sh'],
  ['machine files.quay.dev login ci\n  password §\n', '.netrc'],
  ['pg.quay.dev:5432:orders:report:§', '.pgpass'],
  ['[10:02] Mia: pw is §', ''],
  ['the root password is §, change it later please', ''],
  ['log in as admin / §', ''],
  ['Login: admin / §', ''],
  ['staging postgres -> user app, pass §', ''],
  ["To get in, use the account 'backup' and the password '§'.", ''],
  ['Log in with username demo and password §, then open the invoices page.', ''],
  ['Connect to db.internal as reporting with password § and export the table.', ''],
  ['The api secret has been changed to § as of Monday.', ''],
  ['paste § when it asks for the api key', ''],
  ['You can call the API with my access token § and list the tickets.', ''],
  ['I rotated it, new api token §', ''],
  ['das Passwort für die Datenbank lautet §', ''],
  ['der neue api key lautet §', ''],
  ['Benutzer: wartung, Kennwort: §', ''],
  ['melde dich mit dem Passwort § an', ''],
  ['le mot de passe de la base de test est §', ''],
  ['Identifiant : maintenance, mot de passe : §', ''],
  ['utilise ce jeton : §', ''],
  ['mdp : §', ''],
  ['la contraseña de root ahora es §', ''],
  ['entra con el usuario soporte y la contraseña §', ''],
  ['clave: §', ''],
  ['la nuova password del server è §', ''],
  ['a senha do banco agora é §', ''],
  ['het root-wachtwoord is nu §', ''],
  ['nowe hasło do wifi to §', ''],
];

/** Sentences that speak of secrets; nothing in them is one. */
const talk: readonly string[] = [
  'The password is required.',
  '"OAuth login": "OAuth Anmeldung",',
  '"Token settings": "Token Einstellungen",',
  '"OAuth app": "OAuth Anwendung",',
  'reset the password on web03',
  'change the password to that of node12',
  'das Passwort auf db07 zurücksetzen',
  'setze das Kennwort auf Rechner15 neu',
  'le mot de passe est celui de poste21',
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
  'Passwort vergessen?',
  'das Passwort ist falsch, bitte erneut versuchen',
  'Passwort muss mindestens 12 Zeichen lang sein',
  'le mot de passe est obligatoire',
  'mot de passe oublié',
  'la contraseña es incorrecta, inténtalo de nuevo',
  'La contraseña debe tener al menos 8 caracteres',
  'la password è obbligatoria',
  'a senha está incorreta',
  'het wachtwoord is verlopen',
  'hasło jest wymagane',
  'the clave pattern is a 3-2 rhythm',
  'log in as admin and open the settings',
  'sign the payload with jwt.sign(payload, privateKey)',
  'this field is for the password',
  'the second argument is the key',
  'use sha-256 as the key',
  'a UUID is used as the token',
  'base64url is for the token',
];

export function everydayExamples(): Example[] {
  const random = seededRandom(23);
  const examples: Example[] = [];
  const weight = 0.15;
  for (const [text, path] of places) {
    for (let i = 0; i < 22; i++) add(text, path, randomSecret(random), true);
    for (let i = 0; i < 22; i++) add(text, path, plainPassphrase(random), true);
    for (let i = 0; i < 8; i++) add(text, path, pick(ordinaryValues, random), false);
    for (let i = 0; i < 14; i++) add(text, path, identifier(random), false);
    if (path === '') for (let i = 0; i < 12; i++) add(text, path, pick(spokenValues, random), false);
  }
  for (const sentence of talk)
    for (const { features } of examplesOf(sentence, ''))
      for (let i = 0; i < 4; i++) examples.push({ features, positive: false, weight, group: 'everyday' });
  return examples;

  function add(text: string, path: string, value: string, positive: boolean): void {
    const isEncoded = text.includes('¶');
    const start = text.indexOf(isEncoded ? '¶' : '§');
    const written = isEncoded ? Buffer.from(`deploy:${value}`).toString('base64') : value;
    for (const { features, candidate } of examplesOf(
      text.replace(/[§¶]/, () => written),
      path,
    ))
      if (candidate.start < start + written.length && start < candidate.end)
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

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function draw(alphabet: string, length: number, random: () => number): string {
  let text = '';
  while (text.length < length) text += alphabet.charAt(Math.floor(random() * alphabet.length));
  return text;
}

/** Made by a machine, or by a person as the rules for passwords taught them: a word, digits, a mark. */
function randomSecret(random: () => number): string {
  const length = 10 + Math.floor(random() * 24);
  switch (Math.floor(random() * 9)) {
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
    case 5:
      return passphrase(random);
    case 6:
      // Cut off, as logs and chats show tokens of applications.
      return `eyJ${draw(lower + upper + digits, 20 + length, random)}`;
    default:
      return humanPassword(random);
  }
}

/** Words alone, as dice choose them: `harbor-maple-lantern`, `CopperMangoWalnut`, `correct horse battery staple`. */
function plainPassphrase(random: () => number): string {
  const words = Array.from({ length: 3 + Math.floor(random() * 3) }, () => pick(passwordWords, random));
  const joint = pick(['-', '-', ' ', ' ', '.', '_', ''], random);
  const isCapital = joint === '' || (joint !== ' ' && random() < 0.25);
  return (isCapital ? words.map(capital) : words).join(joint);
}

/** Words with a number, as advice on passwords recommends: `harbor-Falcon-77`, `TundraMaple.4021`, `copper-mango-walnut68`. */
function passphrase(random: () => number): string {
  const count = 2 + Math.floor(random() * 3);
  const joint = pick(['-', '-', '.', '_', ''], random);
  const isCapital = joint === '' || random() < 0.4;
  const words = Array.from({ length: count }, () => {
    const word = pick(passwordWords, random);
    return isCapital ? capital(word) : word;
  });
  const number = draw(digits, 1 + Math.floor(random() * 4), random);
  return (
    words.join(joint) + pick(['', '', '-', '.', '#', '!'], random) + number + pick(['', '', '!', '-'], random)
  );
}

/** Words of the trade joined as programs join them: `user-profile-form`, `AuthTokenProvider2`, `reset password email`. */
function identifier(random: () => number): string {
  const count = 2 + Math.floor(random() * 4);
  const words = Array.from({ length: count }, () => pick(tradeWords, random));
  const joint = ['-', '_', '.', ' '][Math.floor(random() * 5)];
  return joint === undefined ? words.map(capital).join('') + pick(['', '', '2'], random) : words.join(joint);
}

/** A word, digits and often a mark, as the rules for passwords taught people: `Harbor#47`, `Kelbora2024!`, `maple68`. */
function humanPassword(random: () => number): string {
  let word = pick(passwordWords, random);
  if (random() < 0.5) {
    word = '';
    for (let i = 0; i < 3; i++)
      word +=
        draw('bcdfghjklmnprstvwz', 1, random) + draw('aeiou', 1, random) + pick(['', 'n', 'r', 'l'], random);
  }
  if (random() < 0.25) word += pick(passwordWords, random);
  const name = capital(word);
  const number = draw(digits, 2 + Math.floor(random() * 3), random);
  const mark = draw('!@#$%&*?-_', 1, random);
  return pick(
    [
      `${name}${number}${mark}`,
      `${name}${mark}${number}`,
      `${mark}${name}${number}`,
      `${name}${number}`,
      `${word}${number}`,
    ],
    random,
  );
}
