import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { scan } from '../../../src/secrets/scan.ts';
import { githubToken, privateKeyBlock, randomText, userToken } from '../../support/madeSecrets.ts';
import { fieldsOf } from '../../support/lists.ts';
import { reportsNone, reportsOne, rulesIn } from './reports.ts';

/** Drawn once per use: `Kr…7`, never a word. */
const value = randomText(18, 4);
const password = `${randomText(6, 5)}7!${randomText(4, 6)}`;

describe('scan', () => {
  it('returns the place and the rule of a secret, never the secret [R14]', () => {
    const token = githubToken(1);
    const { findings } = scan(`first line\n  token = "${token}"\n`, { path: 'a.toml' });
    const [finding] = findings;
    assert.ok(finding);
    assert.equal(finding.rule, 'github-token');
    assert.deepEqual(
      [finding.line, finding.column, finding.endLine, finding.endColumn],
      [2, 12, 2, 12 + token.length],
    );
    assert.equal(finding.confidence, 'high');
    assert.ok(!JSON.stringify(finding).includes(token.slice(4)));
  });

  it('finds values under names that mean a secret, in many languages and file types', () => {
    reportsOne([
      ['.env', `DB_PASSWORD=${value}`],
      ['a.yml', `  password: ${value}`],
      ['a.json', `{"clientSecret": "${value}"}`],
      ['a.ts', `const apiKey: string = '${value}';`],
      ['a.py', `SECRET_KEY = "${value}"`],
      ['a.java', `private static final String PASSWORD = "${value}";`],
      ['a.go', `password := "${value}"`],
      ['a.rb', `config.secret_key_base = '${value}'`],
      ['a.php', `$dbPassword = '${value}';`],
      ['a.xml', `<password>${value}</password>`],
      ['web.config', `<add key="DbPassword" value="${value}" />`],
      ['a.tf', `  password = "${value}"`],
      ['a.properties', `spring.datasource.password=${value}`],
      ['a.sql', `ALTER USER app IDENTIFIED BY '${value}';`],
      ['a.sh', `export API_TOKEN=${value}`],
      ['a.cs', `"Server=db;User Id=sa;Password=${value};"`],
      ['a.yml', `- name: DB_PASSWORD\n  value: "${value}"`],
      ['a.yml', `env: [{name: DB_PASSWORD, value: ${value}}]`],
      ['a.yml', `signing_secret: |\n  ${value}`],
      ['a.json', `{"key": "password", "value": "${value}", "type": "string"}`],
      ['a.py', `ADMIN_PASSWORD = (\n    "${value}"\n)`],
      ['a.py', `ADMIN_PASSWORD = """\\\n${value}\n"""`],
      ['a.scala', `private val SigningSecret = """${value}"""`],
      ['a.cs', `public static string ClientSecret { get; } = "${value}";`],
      ['a.exs', `config :app, :api_key, "${value}"`],
      ['a.pl', `$ENV{API_KEY} = "${value}";`],
      ['a.rb', `node.override['db']['password']['app'] = "${value}"`],
      ['a.cfg', `username admin privilege 15 password 0 ${value}`],
      ['a.cbl', `MOVE "${value}" TO WS-PASSWD.`],
      ['a.conf', `psk="${value}"`],
    ]);
  });

  it('finds a JSON Web Token that was cut off behind Bearer, and no example of one', () => {
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
    const whole = `${encode({ alg: 'RS256', kid: value })}.${encode({ sub: value, scope: 'all' })}.${randomText(43, 6)}`;
    for (const length of [40, 70, 100, whole.length - 9]) {
      const cut = whole.slice(0, length);
      assert.equal(rulesIn(`Authorization: Bearer ${cut}`).length, 1, cut);
    }
    assert.deepEqual(rulesIn('Authorization: Bearer eyJhbGciOi...'), []);
  });

  it('finds credentials in URLs, headers, command lines and sentences', () => {
    const basic = Buffer.from(`deploy:${value}`).toString('base64');
    for (const [rule, text] of [
      ['url-password', `postgres://app:${value}@db.internal:5432/app`],
      ['http-credentials', `Authorization: Basic ${basic}`],
      ['http-credentials', `Authorization: SSWS ${randomText(42, 3)}`],
      ['http-credentials', `curl -H "Authorization: Bearer ${randomText(40, 9)}" https://x.test`],
      ['generic-password', `DriverManager.getConnection(url, "app", "${password}")`],
      ['generic-password', `mysqli_connect('db', 'app', '${password}', 'shop');`],
      ['generic-password', `$ftp->login('feed', '${password}') or die;`],
      ['generic-password', `mysql -uroot -p ${value} shop`],
      ['generic-password', `ldapsearch -x -D cn=admin,dc=corp -w ${value} -b dc=corp`],
      ['generic-password', `7z a -p${value} backup.7z data/`],
      ['generic-password', `variable "smtp_password" {\n  type    = string\n  default = "${value}"\n}`],
      ['generic-password', `my password is ${password} and I cannot log in`],
      ['url-password', `jdbc:oracle:thin:shop/${value}@//db:1521/x`],
      ['url-password', `sqlplus shop/${value}@orders`],
      ['url-password', `db.internal:5432:shop:app:${value}`],
      ['generic-password', `echo ${value} | sudo -S apt update`],
      ['generic-password', `echo "${value}" | docker login -u ci --password-stdin`],
      ['generic-password', String.raw`net use Z: \\files\team /user:ci ${value}`],
      ['generic-secret', `the creds are deploy / ${value}`],
      ['otp-seed', `otpauth://totp/app?secret=${randomText(32, 3, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`],
      ['private-key', privateKeyBlock(1)],
      ['sonar-user-token', `log in with ${userToken(1)}`],
    ] as const)
      assert.deepEqual(rulesIn(text), [rule], text);
  });

  it('finds invented passwords in places that show what they are', () => {
    const words = ['harbor', 'Falcon', 'maple'].join('-');
    const phrase = `${words}-${randomText(2, 4, '23456789')}`;
    const basic = Buffer.from(`deploy:${phrase}`).toString('base64');
    for (const [rule, text] of [
      ['url-password', `DATABASE_URL=mysql://orders:${phrase}@db.quay.dev:3306/shop`],
      ['url-password', `*:*:orders:report:${password}`],
      ['http-credentials', `Authorization: Basic ${basic}`],
      ['generic-password', `the root password is now ${phrase}, change it later please`],
      ['generic-password', `The staging password has been changed to ${phrase} as of Monday.`],
      ['generic-password', `echo 'deploy:${password}' | chpasswd`],
      ['generic-password', `smbclient //files/share -U 'backup%${password}' -c ls`],
      ['generic-password', `net user deploy ${password} /add`],
      ['generic-password', `$s = ConvertTo-SecureString "${password}" -AsPlainText -Force`],
      ['generic-password', String.raw`schtasks /create /tn x /ru corp\svc /rp ${password}`],
    ] as const)
      assert.deepEqual(rulesIn(text), [rule], text);
  });

  it('finds passwords in sentences of many languages', () => {
    reportsOne([
      `das Passwort für die Datenbank lautet ${password}`,
      `le mot de passe de la base de test est ${password}`,
      `la contraseña de root ahora es ${password}`,
      `la nuova password del server è ${password}`,
      `a senha do banco agora é ${password}`,
      `het root-wachtwoord is nu ${password}`,
      `nowe hasło do wifi to ${password}`,
      `heslo k databázi je ${password}`,
      `test sunucusunun şifresi: ${password}`,
      `Пароль от стенда: ${password}`,
      `测试环境密码：${password}`,
      `paste ${password} when it asks for the password`,
    ]);
    reportsNone([
      'Passwort vergessen?',
      'le mot de passe est obligatoire',
      'La contraseña debe tener al menos 8 caracteres',
      'het wachtwoord is verlopen',
      'Забыли пароль?',
      '请输入密码：',
      'this field is for the password',
    ]);
  });

  it('judges a string by its own name and not by an earlier name', () =>
    assert.deepEqual(rulesIn(`{"webhooks": {"assetHash": "${randomText(32, 5, '0123456789abcdef')}"}}`), []));

  it('reports no key for a PEM header without a body', () => {
    const code = `if text.startswith("-----BEGIN PRIVATE KEY-----"):\n    data = "${randomText(64, 6)}"`;
    assert.deepEqual(rulesIn(code), []);
    assert.deepEqual(rulesIn('-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'), []);
  });

  it('does not report publishable keys, patterns and joined words', () => {
    reportsNone([
      `posthog_project_key = "phc_${randomText(43, 2)}"`,
      `mapbox_token = "pk.eyJ${randomText(60, 2)}"`,
      `TURNSTILE_SITE_KEY = '0x4AAAAA${value}'`,
      `SUPABASE_PUBLISHABLE_KEY: sb_publishable_${randomText(31, 2)}`,
      `sonar.projectKey=team_${randomText(8, 2)}_web`,
      `await page.login('username', 'password');`,
      `client.login(user, { token: "${value.length}" });`,
      'password_policy = "^[!-~]{14,128}$"',
      'check.id=hvs.friday_before_value_name_and_more',
    ]);
  });

  it('does not report references, templates, placeholders and public values', () => {
    const hex = randomText(64, 8, '0123456789abcdef');
    reportsNone([
      'password: ${DB_PASSWORD}',
      'token: ${{ secrets.GITHUB_TOKEN }}',
      'password = os.environ["DB_PASSWORD"]',
      'const password = process.env.DB_PASSWORD;',
      'apiKey: <your-api-key>',
      'api_key = "YOUR_API_KEY_HERE"',
      'password=changeme',
      'password: "********"',
      'secret: {{ vault_secret }}',
      'password: %s',
      `"integrity": "sha512-${randomText(86, 2)}=="`,
      `sha256: ${hex}`,
      `commit ${hex.slice(0, 40)}`,
      `publicKey: "${value}"`,
      `key_id: ${value}`,
      '-----BEGIN PUBLIC KEY-----',
      `passwordHash: "$2b$10$${randomText(53, 1)}"`,
      'postgres://user:password@localhost/db',
      `data:image/png;base64,${randomText(200, 7)}`,
      'the token is passed as a header',
      String.raw`credit_card_key: "\u043d\u043e\u043c\u0435\u0440 \u043a\u0430\u0440\u0442\u044b"`,
      'BROWSER=firefox:iceweasel:seamonkey:mozilla:epiphany:chromium:$BROWSER',
      'listening on localhost:5432:tcp:open:1',
      'echo "$PASSWORD" | sudo -S id',
      'net use Z: \\\\files\\team /user:ci *',
      'function login(user: string, password: string): Promise<Token>',
      `tokens: ['identifier', 'keyword', 'string']`,
    ]);
  });

  it('does not report a token with a wrong checksum, under any name', () => {
    const token = githubToken(3);
    const wrong = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
    assert.deepEqual(rulesIn(`password = "${wrong}"`), []);
  });

  it('reports a token of a newer form when its name says that it is a secret', () => {
    for (const text of [
      `GITHUB_TOKEN=ghp_${randomText(52, 3)}`,
      `const npmToken = "npm_${randomText(27, 3)}.01.${randomText(12, 4)}";`,
    ])
      assert.deepEqual(rulesIn(text), ['vendor-token'], text);
    reportsNone([
      `see ghp_${randomText(52, 3)}`,
      `GITHUB_TOKEN=ghp_${randomText(12, 3)}`,
      `GITHUB_TOKEN=ghp_${'x'.repeat(52)}`,
      'GITHUB_TOKEN=ghp_the_token_that_you_have_made_on_github_com',
    ]);
  });

  it('does not judge a part of a reference', () => {
    reportsNone([
      `"Resource": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/orders-${randomText(6, 3)}"`,
      `DB_PASSWORD=vault:kv/apps/orders/password:${randomText(18, 4)}`,
      `docs: https://wiki.quay.dev/spaces/auth/token:${randomText(18, 4)}`,
    ]);
    assert.equal(rulesIn(`url: https://api.quay.dev/v1?token=${randomText(32, 4)}`).length, 1);
  });

  it('finds passwords in JSON and XML that is a string of another document, up to three levels deep', () => {
    let text = JSON.stringify({ password: value });
    for (let depth = 0; depth < 3; depth++) {
      assert.deepEqual(rulesIn(text), ['generic-password'], text);
      text = JSON.stringify({ body: text });
    }
    assert.deepEqual(rulesIn(text), ['generic-password'], text);
    assert.deepEqual(rulesIn(`<body>&lt;password&gt;${value}&lt;/password&gt;</body>`), ['generic-password']);
  });

  it('does not report encrypted keys and dates', () => {
    const key = privateKeyBlock(2);
    reportsNone([
      key.replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'),
      key.replace(
        '-----\n',
        '-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00112233445566778899AABBCCDDEEFF\n\n',
      ),
      'password: "2026-05-01T10:00:00Z"',
      'PASSWORD_SET=2026-05-01',
      "secret = '2026-05-01 10:00:00.123+02:00'",
    ]);
  });

  it('finds a key that is written as a list of bytes', () => {
    const bytes = [...Buffer.from(randomText(64, 5, '0123456789abcdef'), 'hex')];
    const written = (count: number, form: (byte: number) => string): string =>
      bytes.slice(0, count).map(form).join(', ');
    const hex = (byte: number): string => `0x${byte.toString(16).padStart(2, '0')}`;
    for (const text of [
      `const uint8_t aes_key[16] = {${written(16, hex)}};`,
      `var signingKey = []byte{${written(32, hex)}}`,
      `byte[] secretKey = new byte[] {${written(16, (byte) => `(byte) ${hex(byte)}`)}};`,
      `byte[] secretKey = {${written(32, (byte) => String(byte > 127 ? byte - 256 : byte))}};`,
      `const secretKey = Uint8Array.from([\n  ${written(32, String)}\n]);`,
      `{"secretKey": [${written(32, String)}]}`,
    ])
      assert.deepEqual(rulesIn(text).length, 1, text);
    reportsNone([
      `const keyCodes = [${Array.from({ length: 32 }, (_, index) => index * 3).join(', ')}];`,
      `const uint8_t test_key[16] = {${Array.from({ length: 16 }, (_, index) => hex(index * 17)).join(', ')}};`,
      `private_key = bytes([${'0, '.repeat(31)}1])`,
      `publicKey = [${written(32, String)}]`,
      `keys = [${written(32, (byte) => String(byte * 3))}]`,
    ]);
  });

  it('finds every value of a list whose values have the same length', () => {
    const [one, two, three, four] = [1, 2, 3, 4].map((seed) => randomText(32, seed));
    for (const text of [
      `API_KEYS = [\n    "${one}",\n    "${two}",\n    "${three}",\n    "${four}",\n]`,
      `const apiKeys = ["${one}", "${two}", "${three}", "${four}"];`,
      `api_tokens:\n  - ${one}\n  - ${two}\n  - "${three}"\n  - ${four}\n`,
      `API_KEYS=${one},${two},${three},${four}`,
    ])
      assert.equal(rulesIn(text).length, 4, text);
    reportsNone([
      'keys = ["first-column-1", "other-column-2", "third-column-3"]',
      `keys:\n  - name: first-column-1\n  - name: other-column-2`,
    ]);
  });

  it('does not report digests and versions under names of secrets', () => {
    const hex = (length: number): string => randomText(length, 9, '0123456789abcdef');
    reportsNone([
      `key_md5sum: ${hex(32)}`,
      `passwordCrc: ${hex(8)}`,
      `"secretVersion": "${hex(32)}"`,
      `"key_sha512": "${hex(128)}"`,
    ]);
  });

  it('judges a string in minified code by its own name', () => {
    const label = randomText(20, 7);
    reportsNone([
      `var a={password:t.a},label="${label}",n=1;`,
      `e.password=e.get("x"),i="${label}"`,
      `secretKey=a(b),c='${label}'`,
    ]);
    assert.equal(rulesIn(`var n=1,password="${value}";`).length, 1);
  });

  it('does not report the address of an account, but a key that begins with a slash', () => {
    const hex = (length: number): string => randomText(length, 9, '0123456789abcdef');
    assert.deepEqual(rulesIn(`tokenAddress: "0x${hex(40)}"`), []);
    assert.deepEqual(rulesIn('key: "/etc/ssl/private/server.key"'), []);
    assert.equal(rulesIn(`secret_key = "/${randomText(18, 3)}/${randomText(20, 4)}"`).length, 1);
  });

  it('finds the password in the URL of a database or another service, however simple it is', () => {
    for (const scheme of ['postgres', 'nats', 'nats-route', 'mqtt', 'ldap', 'smtps', 'sftp'])
      for (const password of ['harbor', 'Sommer2025', 'blue-lantern'])
        assert.deepEqual(rulesIn(`${scheme}://orders:${password}@db.quay.dev:5432/shop`), ['url-password']);
    for (const url of [
      'mysql://user:mypassword@db.quay.dev/shop',
      'mongodb://app:harbor@localhost/shop',
      'redis://app:harbor@redis.example.com:6379',
      'ftp://anonymous:anonymous@ftp.quay.dev/a.zip',
    ])
      assert.deepEqual(rulesIn(url), [], url);
  });

  it('obeys an allow comment on the same line or alone on the line before, for its rule', () => {
    const line = `password = "${value}"`;
    assert.deepEqual(rulesIn(`${line}  # service:allow-secret`), []);
    assert.deepEqual(rulesIn(`# service:allow-secret generic-password\n${line}`), []);
    assert.deepEqual(rulesIn(`${line}  # service:allow-secret github-token`), ['generic-password']);
    assert.deepEqual(rulesIn(`x = 1 # service:allow-secret\n${line}`), ['generic-password']);
    assert.deepEqual(rulesIn(`# service:allow-secret\n\n${line}`), ['generic-password']);
  });

  it('obeys an allow comment with every kind of line end', () => {
    const line = `password = "${value}"`;
    for (const end of ['\n', '\r\n', '\r']) {
      const lines = (...texts: string[]): string => texts.join(end);
      assert.deepEqual(rulesIn(lines('a = 1', '# service:allow-secret', line)), []);
      assert.deepEqual(rulesIn(lines(line, '# service:allow-secret')), ['generic-password']);
      assert.deepEqual(rulesIn(lines('# service:allow-secret', '', line)), ['generic-password']);
    }
  });

  it('counts lines and columns as editors do', () => {
    const token = userToken(2);
    for (const end of ['\n', '\r\n', '\r']) {
      const { findings } = scan(`a${end}\u{1F600} ${token}${end}`);
      assert.deepEqual(fieldsOf(findings, 'line', 'column'), [[2, 4]]);
    }
  });

  it('returns the same findings for the same text', () => {
    const text = `password = "${value}"\n${githubToken(1)}`;
    assert.deepEqual(scan(text), scan(text));
  });

  it('finds a token between any other characters', () => {
    const token = userToken(7);
    const around = fc.string({
      unit: fc.constantFrom('a', ' ', '"', "'", '\n', '=', ':', '(', '\\', '-', '<', '%', 'é'),
    });
    fc.assert(
      fc.property(around, around, (before, after) => {
        // Letters, digits and what goes on a word make it another word.
        fc.pre(!/[\w+/~-]$/.test(before) && !/^[\w+/~]/.test(after));
        return scan(`${before}${token}${after}`).findings.some(({ rule }) => rule === 'sonar-user-token');
      }),
    );
  });
});
