import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { privateKeyBlock, randomText } from '../../support/madeSecrets.ts';
import { reportsNone, reportsOne, rulesIn, secretsIn } from './reports.ts';

const hex = (digits: number): string => randomText(digits, 4, '0123456789abcdef');
const value = randomText(24, 4);

/** Values in ordinary code that a name of a secret stands beside, and secrets that look most like them. */
describe('scan of public values', () => {
  it('does not report the results of functions that use a key', () => {
    reportsNone([
      ['a.js', `expectedKeyed: '${hex(262)}',`],
      ['a.json', `"keyed_hash": "${hex(262)}"`],
      ['a.rs', `acl.RemoveHashedPass("${hex(64)}")`],
      ['a.go', `clientCertPin = "${hex(64)}"`],
      ['a.ts', `versionToken: "${randomText(45, 4)}"`],
      ['a.rs', `"X-Amz-Security-Token=x", "X-Amz-Signature=${hex(64)}"`],
      ['a.md', `- Bugfix: fix IsFirstPass ${hex(40)}`],
    ]);
    reportsOne([
      ['a.js', `encryptionKey: '${hex(64)}',`],
      ['a.rs', `acl.AddPass("${hex(64)}")`],
    ]);
  });

  it('takes "your" for a placeholder as a word, not as letters of a random token', () => {
    const [start, end] = [randomText(15, 2), randomText(15, 3)];
    for (const letters of ['your', 'yOuR', 'YOUR'])
      assert.equal(rulesIn(`API_TOKEN=${start}${letters}${end}`).length, 1, letters);
    for (const text of [
      'your-api-key-1234567',
      'YOUR_SECRET_42',
      'addYourSecretTokenHere',
      'YourStrong@Pa55w0rd',
    ])
      assert.deepEqual(rulesIn(`API_TOKEN=${text}`), [], text);
  });

  it('does not report public keys in any encoding, and reports private ones', () => {
    const pairs = [
      ...[1024, 2048, 3072].map((modulusLength) => generateKeyPairSync('rsa', { modulusLength })),
      generateKeyPairSync('ed25519'),
      generateKeyPairSync('x25519'),
    ];
    for (const { publicKey, privateKey } of pairs) {
      const encodings =
        publicKey.asymmetricKeyType === 'rsa' ? (['spki', 'pkcs1'] as const) : (['spki'] as const);
      for (const type of encodings) {
        const der = publicKey.export({ type, format: 'der' });
        for (const encoding of ['base64', 'hex'] as const) {
          const text = `const deployKey = "${der.toString(encoding).slice(0, 1000)}";`;
          assert.deepEqual(rulesIn(text, 'a.js'), [], text);
        }
      }
      const bytes = privateKey.export({ type: 'pkcs8', format: 'der' });
      assert.equal(rulesIn(`const deployKey = "${bytes.toString('base64')}";`, 'a.js').length, 1);
    }
  });

  it('does not report moduli, large numbers and the numbers of curves', () => {
    const digits = randomText(309, 4, '123456789');
    reportsNone(
      [
        `assert_eq!(key.modulus.as_bytes(), hex!("${hex(256)}"));`,
        `let rsaKey = "${digits}";`,
        `{ secret: 1, n: BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551") }`,
        'pub const STATUS_NULL_LM_PASSWORD: NTSTATUS = 1073741837i32;',
      ],
      'a.rs',
    );
    reportsOne([`assert_eq!(key.private_exponent.as_bytes(), hex!("${hex(256)}"));`], 'a.rs');
    assert.equal(rulesIn(`const secretKey = "${hex(64)}";`, 'a.js').length, 1);
  });

  it('does not report shapes, tables and constants that repeat or that a standard publishes', () => {
    reportsNone(
      [
        'const PASSWORD_PADDING = [0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08];',
        'const secret = ["0x8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa8c7"];',
        `const authAddr = "${randomText(58, 5, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}";`,
        `{ ikm: "${hex(22)}", salt: "${hex(26)}", info: "", key: "${hex(84)}" }`,
        `sendgridSecret: 'SG.fake.${randomText(43, 3)}'`,
      ],
      'a.js',
    );
    reportsOne(
      [
        `{ salt: "${hex(26)}", info: "", key: "${hex(84)}" }`,
        `sendgridSecret: 'SG.${randomText(22, 5)}.${randomText(48, 3)}'`,
      ],
      'a.js',
    );
  });

  it('does not report the hash in an element of its own beside a key of an object', () => {
    const listing = `<Key>a.txt</Key><ETag>&quot;${hex(32)}&quot;</ETag>`;
    assert.deepEqual(rulesIn(listing, 'a.xml'), []);
    assert.equal(rulesIn(`<apiKey><value>&quot;${value}&quot;</value></apiKey>`, 'a.xml').length, 1);
  });

  it('does not report names of types, of classes and of algorithms', () => {
    reportsNone([
      ['a.md', 'Encrypt and decrypt *Uint8Array* data with a password'],
      ['a.rs', 'impl SeedableRng for Lcg128Xsl64 {'],
      ['a.md', 'To use this mode, pass *MarkdownV2* in the *parse_mode* field.'],
      [
        'a.ts',
        '// Handle case where key id is changed in KEY_LOADING event handler #7542#issuecomment-3305203929',
      ],
      ['a.ts', '// Credits to @bnjmnt4n (https://www.npmjs.com/package/postgrest-query)'],
      ['a.map', '"credential","$0c88dccd73f5641e$export$7debb50ef11d5e0b","noop"'],
      ['a.js', 'export {$2224c9ee07fd529d$export$16792effe837dba3 as isCtrlKeyPressed};'],
      ['a.js', "O%$Ouvo*P e'Ploy Por,Pri<Ulsi$0Cadr Ch eClaveCo~eDigu Dos}DroitDui!Erg"],
      ['a.rs', '/// of a password hashing function is **32-bytes** (256-bits).'],
      [
        'a.js',
        '// Reused per tile; safe to pass directly to uniforms because UniformMatrix4f caches a copy.',
      ],
      ['a.rs', '///    {PBEParameter IDENTIFIED BY pbeWithMD5AndRC2-CBC}  |'],
      ['a.rs', 'pub const GUID_KEYS_CONTAINER_W: PCWSTR = w!("683A24E2E8164BD3AF86AC3C2CF3F981");'],
      ['a.rs', 'pub const PASSWORD_FILTER: PCWSTR = w!("{146F1A80-4791-11D0-A5D6-28DB04C10000}");'],
      ['a.js', 'MYSQL=new SecretRotation("SecretsManagerRDSMySQLRotationSingleUser","1.1.671",{})'],
    ]);
    assert.equal(rulesIn(`ALTER USER app IDENTIFIED BY ${value}`, 'a.sql').length, 1);
    assert.equal(rulesIn('the password is Winter24Sommer!', 'a.md').length, 1);
    assert.equal(rulesIn(`AWS_SECRET_ACCESS_KEY=${randomText(40, 4)}`, '.env').length, 1);
  });

  it('does not report prompts and labels in an encoding', () => {
    const escaped = (text: string): string =>
      [...Buffer.from(text)].map((code) => `\\x${code.toString(16)}`).join('');
    reportsNone([
      ['a.md', `**auth:** Fixed AUTHENTICATE LOGIN if server uses '${btoa('User Name\0')}' for username`],
      ['a.md', `auth: '${btoa('isaacs:not my real password')}',`],
      ['a.json', `"auth": "${btoa('user:pass')}"`],
      ['a.h', `#define MASTER_SECRET_CONST "${escaped('master secret')}"`],
      ['a.h', `#define KEY_EXPANSION_CONST "${escaped('key expansion')}"`],
    ]);
    assert.equal(rulesIn(`"auth": "${btoa(`deploy:${value}`)}"`, 'a.json').length, 1);
    assert.equal(rulesIn(`password: ${btoa('Harbor Lantern')}`, 'a.yml').length, 1);
    assert.equal(rulesIn(`#define MASTER_SECRET "${escaped(value)}"`, 'a.h').length, 1);
  });

  it('does not report constants that standards publish, and the token in the picture of a state', () => {
    reportsNone([
      [
        'a.js',
        `const kkey = hexToBytes("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f");`,
      ],
      [
        'a.ts',
        "enum KeySystemIds { CENC = '1077efecc0b24d02ace33c1e52e2fb4b', CLEARKEY = 'e2719d58a985b3c9781ab030af78d30e' }",
      ],
      ['a.txt', 'file key: 59454c4c4f57205355424d4152494e45'],
      ['a.md', 'git config credential.servicePrincipalSecret "da39a3ee5e6b4b0d3255bfef95601890afd80709"'],
      [
        'a.md',
        `[![c](https://img.shields.io/codecov/c/github/a/b?token=B85J0E2I7I&style=flat)](https://codecov.io)`,
      ],
      [
        'a.md',
        '<img\n  src="https://1-files.gitbook.io/~/files/v0/b/x.appspot.com/o/a%2Fuploads%2Fb.webp?alt=media&token=2fcd0528-e8bb-4bdd-af35-9d20e313d1a8"\n>',
      ],
      ['icons.json', '{ "key": "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAGXRFWHRTb2Z0d2FyZQ" }'],
      ['a.d.ts', '{ key: "1649353b-04ea-48a2-9db7-31de7f562c8d_image2.jpg" }'],
      ['a.d.ts', "/** State of the copy operation identified by 'x-ms-copy-id'. */"],
      ['a.md', `{ privateKey: "-----BEGIN PRIVATE KEY-----\\n...", clientId: "x", other: "${hex(40)}" }`],
      ['des-test.js', "{ key: '133457799bbcdff1', input: '0123456789abcdef' }"],
    ]);
    assert.equal(rulesIn(`const kkey = hexToBytes("${hex(64)}");`, 'a.js').length, 1);
  });

  it('does not report an encrypted OpenSSH key, and reports an open one and an OpenPGP key with a header', () => {
    const key = (cipher: string): string => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(cipher.length);
      const start = Buffer.concat([Buffer.from('openssh-key-v1\0'), length, Buffer.from(cipher)]);
      const body = start.toString('base64').replace(/=*$/, '') + randomText(400, 6);
      const lines = body.match(/.{1,70}/g) ?? [];
      return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
    };
    for (const cipher of [
      'aes256-ctr',
      'aes256-gcm@openssh.com',
      'chacha20-poly1305@openssh.com',
      '3des-cbc',
    ])
      assert.deepEqual(rulesIn(key(cipher)), [], cipher);
    assert.deepEqual(rulesIn(key('none')), ['private-key']);
    const pgp = privateKeyBlock(2)
      .replaceAll(/(?:RSA )?PRIVATE KEY/g, 'PGP PRIVATE KEY BLOCK')
      .replace('BLOCK-----\n', 'BLOCK-----\nVersion: GnuPG v1.4.12 (GNU/Linux)\n\n');
    assert.match(pgp, /\(GNU\/Linux\)/);
    assert.deepEqual(secretsIn(pgp), [pgp]);
  });

  it('does not report documented passwords of services on the same machine, whatever the image', () => {
    const hosts = ['localhost', '127.0.0.1:5432', '[::1]:5672', 'host.docker.internal', 'db:5432', 'mq'];
    const logins = 'postgres:postgres root:root guest:guest admin:password app:app orders:orders'.split(' ');
    for (const host of hosts)
      reportsNone(
        logins.map((login) => `DATABASE_URL=postgres://${login}@${host}/app`),
        '.env',
      );
    reportsNone(
      [
        'POSTGRES_PASSWORD=postgres',
        'MYSQL_PASSWORD=mysql',
        'RABBITMQ_PASSWORD=rabbitmq',
        'REDIS_PASSWORD: redis',
      ],
      '.env',
    );
  });

  it('reports the user of a service as its password on another machine, and other passwords on this one', () => {
    const secret = randomText(12, 5);
    reportsOne(
      [
        'DATABASE_URL=postgres://orders:orders@db.internal.quay.dev/app',
        `DATABASE_URL=postgres://orders:${secret}@localhost/app`,
        `DATABASE_URL=amqp://guest:${secret}@mq:5672`,
        `POSTGRES_PASSWORD=${secret}`,
      ],
      '.env',
    );
  });
});
