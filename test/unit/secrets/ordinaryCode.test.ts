import assert from 'node:assert/strict';
import { privateKeyBlock, randomText } from '../../support/madeSecrets.ts';
import { reportsNone, reportsOne, rulesIn } from './reports.ts';

const value = randomText(18, 4);
const password = `${randomText(6, 5)}7!${randomText(4, 6)}`;

/** The kinds of false findings in ordinary packages, beside the secrets that look most like them. */
describe('scan of ordinary code', () => {
  it('does not report marks of places, of requests and of time, and names of objects', () => {
    const uuid = '38b1460a-5104-4067-a91d-77b872934d51';
    reportsNone([
      `"NextToken": "${randomText(60, 4)}",`,
      `"nextBackwardToken": "${randomText(60, 4)}",`,
      `continuation_token = '${randomText(40, 4)}'`,
      `"clientRequestToken": "${uuid}",`,
      `Idempotency-Key: ${uuid}`,
      `"KeyMaterialId": "${randomText(64, 4, '0123456789abcdef')}"`,
      `auth_connection_id: ${value}`,
      '"clientSecretExpiresAt": "1587584729"',
      'passwordChangedAt: 1587584729000',
      '"last_password_change_time": "1587584729"',
      'passwordTimestamp = 1587584729',
      `"hashedToken": "${randomText(43, 4)}="`,
      `"S3Key": "867139942017-Detection-${randomText(32, 2, '0123456789abcdef')}/"`,
      `OnePassword = "${uuid}",`,
    ]);
    assert.equal(rulesIn(`VAULT_SECRET_ID="${value}"`).length, 1);
    assert.equal(rulesIn('password: 1587584729318').length, 1);
    assert.equal(rulesIn(`CLIENT_SECRET="${uuid}"`, '.env').length, 1);
  });

  it('does not report values that their documentation marks as examples or shortens', () => {
    const key = privateKeyBlock(2);
    const half = key.length / 2;
    reportsNone([
      'DATABASE_URL=postgresql://app:replace-me-with-a-random-string@db:5432/app',
      `API_KEY=sample-${randomText(32, 4)}`,
      `"SessionToken": "AQoEXAMPLE${randomText(40, 4)}"`,
      `"VerificationToken": "${randomText(38, 4)}EXAMPLE"`,
      `${key.slice(0, half)}...${key.slice(half)}`,
      `const DEFAULT_VAPID_KEY = 'BD${randomText(85, 4)}';`,
      `[![](https://codecov.io/gh/a/b/graph/badge.svg?token=${randomText(32, 4)})](https://codecov.io)`,
      `<img src="https://ci.quay.dev/status.svg?style=flat&badge_key=${randomText(32, 4)}"/>`,
      String.raw`monkey_face:"\ud83d\udc35"`,
    ]);
    assert.deepEqual(rulesIn(key), ['private-key']);
  });

  it('does not report the published key of the emulator of Azure Storage', () => {
    const connection = (key: string): string =>
      `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${key}==;BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;`;
    const published =
      'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw';
    assert.deepEqual(rulesIn(`AZURE_STORAGE_CONNECTION_STRING="${connection(published)}"`, '.env'), []);
    assert.deepEqual(rulesIn(connection(randomText(86, 4))), ['azure-account-key']);
  });

  it('does not report the authors of a package, versions of modules, and hashes of files and of passwords', () => {
    const hash = randomText(64, 20, '0123456789abcdef');
    reportsNone([
      ['Cargo.toml', 'authors = ["Anna Blum <anna@blum.example.net>"]'],
      ['go.mod', 'github.com/quay/tokenbucket v0.0.0-20230807174530-cc333fc44b06 // indirect'],
      ['a.json', `"src/token.rs":"${hash}","LICENSE-MIT":"${hash}","LICENSE":"${hash}"`],
      ['a.txt', `signature OK, key fingerprint: ${hash.slice(0, 40)}: OK`],
      ['a.sql', `IDENTIFIED WITH mysql_native_password AS '*${hash.slice(0, 40).toUpperCase()}'`],
      ['a.html', `// @license magnet:?xt=urn:btih:${hash.slice(0, 40)}&dn=apache-2.0.txt Apache-2.0`],
      ['LICENSE', `Code up to and including commit \`${hash.slice(0, 40)}\` is licensed by Anna`],
    ]);
    assert.equal(rulesIn(`"jwt.token.key":"${hash}"`, 'a.json').length, 1);
    assert.equal(rulesIn(`LICENSE_KEY=${hash}`, '.env').length, 1);
  });

  it('does not report types, pointers, numbers and patterns of a program', () => {
    reportsNone([
      ['a.rs', 'pub fn login(password: windows_core::PCWSTR, flags: u32)'],
      ['a.rs', 'pub password: ::windows_sys::core::PWSTR,'],
      ['a.rs', 'impl SeedableRng for Xoshiro256PlusPlus {'],
      ['a.rs', '    key: 16287231350648472473,'],
      ['a.rs', 'let pat = "(?:z|xx)@|xx";'],
      ['a.go', 'seed uint32 = 0x9747b28c'],
      ['a.go', '{"ocspEcdsaP384SHA384", lint.Pass},'],
      ['a.go', 'desc: "should pass with x509KeyPairTLS",'],
      ['a.h', 'const unsigned char *key32, const unsigned char *xonly_pk32, size_t length'],
      ['a.c', 'if (login->password && !utf8_to_utf16_2(text))'],
      ['a.c', 'derive((const char *)pass, pass_sz, salt, salt_sz, kPRFHmacAlgSHA256, rounds)'],
      ['a.c', 'password = session-> entry;'],
      ['INSTALL', 'to this file (pass also ac_cv_prog_cc_c99= to configure).'],
      ['a.csv', '(3:42) T.Romo pass short middle to J.Phillips to NYG 19 for 6 yards'],
    ]);
    assert.equal(rulesIn(`the password, ${password}, works`, 'a.md').length, 1);
    assert.equal(rulesIn('PASSWORD=16287231350648472473', '.env').length, 1);
  });

  it('does not report texts of a program in other languages', () => {
    reportsNone([
      ['a.ini', 'forget_password=Unohtuiko salasana?'],
      ['a.ini', 'auths.new=Tambahkan Sumber Baru'],
      ['a.ini', 'reset_password=Tyhjennä salasana'],
      ['a.json', '"OAuth client secret": "OAuth istemci gizlisi",'],
      ['a.json', '"OAuth application secret": "OAuth Anwendungsgeheimnis",'],
      ['a.json', '"pass": "Element przyjmuje fokus."'],
      ['a.json', '"pass": "Goiburuen hurrenkera zuzena da"'],
      ['a.ts', "describe('basic lifecycle', () => {"],
      ['a.ini', 'headlines.new_api_key = "Nowy klucz API"'],
      ['a.json', '"Client Secret": "Klijentska tajna",'],
      ['a.md', 'Instead pass the plain text value of the heading: `alpha bravo charlie`.'],
      ['a.html', 'assert.ok(1, &#x27;Real promises pass results through&#x27;);'],
      ['a.md', 'The Bearer JSON-RPC tests add the basic Ember.js project and use basic SQLAlchemy'],
      ['a.json', '"token": "text.html.basic meta.tag.other.html"'],
    ]);
  });

  it('does not report signs, shapes and rules that a page or a style sheet names', () => {
    reportsNone([
      ['a.svg', '<glyph glyph-name="compass" unicode="&#xf14e;" d="M9 1z"/>'],
      ['a.json', '"compass-off-outline": 985985,\n"hockey-puck": 985209,'],
      ['a.js', "const PATH_CHART = 'M3 5h18v3H3zM3 10.5h13v3H3zM3 16h8v3H3z';"],
      ['a.css', '@-moz-keyframes ld-broadcast{0%{box-shadow:0 0 0 3px #000}}'],
      ['a.5', String.raw`<user>\[lB]:<password>\[rB]@\[rB]<hostname>`],
      ['a.js', "'http://atslash%2F%40:%2F%40@foo/'"],
    ]);
    assert.equal(rulesIn(`const PAT = '${value}';`, 'a.js').length, 1);
    assert.equal(rulesIn(`const bypassToken = '${value}';`, 'a.js').length, 1);
    assert.equal(rulesIn(`fetch('https://deploy:%2F${value}@foo/')`, 'a.js').length, 1);
  });

  it('does not report public keys by any name, and hashes that address a content', () => {
    const key = randomText(64, 20, '0123456789abcdef');
    const base58 = randomText(43, 6);
    reportsNone(
      [
        `expect(publicKey.toString('hex')).to.equal('${key}');`,
        `const SSH_PUBLIC_KEY_HEX = '${key.slice(0, 32)}';`,
        `const vaultToken = new PublicKey('${base58}');`,
        `const libp2pKey = 'bafzbei${randomText(52, 6, 'abcdefghijklmnopqrstuvwxyz234567')}';`,
      ],
      'a.js',
    );
    reportsOne(
      [`const privateKey = Buffer.from('${key}');`, `const vaultToken = new Token('${base58}');`],
      'a.js',
    );
  });

  it('does not report alphabets and bytes that count, and reports random values of the same length', () => {
    const counting = Array.from({ length: 32 }, (_, index) => (255 - 3 * index).toString(16)).join('');
    for (const sequence of [
      'useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict',
      '2346789ABCDEFGHJKLMNPRTUVWXTZ',
      counting,
      '00112233445566778899aabbccddeeff',
      '0102030405060708090A0B0C0D0E0F00',
      'H3l5321N123sdI4HLY/RF39FjrCRF39FjrCRF39FjrC',
    ])
      assert.deepEqual(rulesIn(`const secretKey = '${sequence}';`, 'a.js'), [], sequence);
    assert.equal(rulesIn(`const secretKey = '${randomText(64, 20)}';`, 'a.js').length, 1);
    assert.equal(rulesIn(`const secretKey = '${randomText(29, 6)}';`, 'a.js').length, 1);
  });

  it('does not report types of a schema, codes of errors and calls of a class', () => {
    reportsNone([
      ['a.py', 'CERTSRV_E_CORRUPT_KEY: Final = -2146875365'],
      ['a.go', 'SIOCIF_IB_SET_PKEY = -0x7fdf967c'],
      ['a.php', '$tempPasswordVar = Uuid::uuid4()->toString();'],
    ]);
    assert.equal(rulesIn(`Config::API_KEY = '${value}'`, 'a.rb').length, 1);
  });

  it('does not report the key of a test vector, and reports the same key without its input and result', () => {
    const hex = (bytes: number): string => randomText(2 * bytes, 4, '0123456789abcdef');
    const key = hex(16);
    reportsNone([
      ['a.rs', `TestVector {\n key: &hex!("${key}"),\n plaintext: &hex!(""),\n tag: &hex!("${hex(16)}"),\n}`],
      ['a.json', `{ "key": "${key}", "iv": "${hex(12)}", "aad": "", "msg": "", "tag": "${hex(16)}" }`],
      ['a.txt', `SECRET_KEY = ${key}\nIN = ${hex(4)}\nCT = ${hex(20)}\n`],
      ['a.go', `{Key: "${key}", Message: "abc", Digest: "${hex(32)}"},`],
      ['a.json', `{ "secret": "${key}", "seed": "${hex(16)}", "label": "x", "output": "${hex(100)}" }`],
      ['a.js', `parse('https://u:${value}@a.b/c'), { protocol: 'https:', auth: 'u:${value}', host: 'a.b' }`],
      [
        'a.json',
        `{ "href": "ftp://u:${value}@a.b/c", "username": "u", "password": "${value}", "host": "a.b" }`,
      ],
    ]);
    reportsOne([
      ['a.rs', `let secret_key = hex!("${key}");`],
      ['a.json', `{ "secretKey": "${key}", "iv": "${hex(12)}" }`],
      ['a.json', `{ "host": "a.b", "port": 1, "username": "u", "password": "${value}" }`],
      ['.env', `SECRET_KEY=${key}\nCOMMIT_MESSAGE=text\nIMAGE_TAG=${hex(20)}`],
      ['.env', `API_TOKEN=${key}\nMESSAGE=text\nTAG=${hex(20)}`],
      ['a.json', `{ "apiKey": "${key}", "message": "text", "signature": "${hex(32)}" }`],
    ]);
  });

  it('does not report what a name calls invented, and texts that a program shows', () => {
    reportsNone([
      ['a.py', `FAKE_SECRET = '${value}'`],
      ['a.js', `const wrongPassword = '${password}';`],
      ['a.yml', `dummy-token: ${value}`],
      ['a.json', '"TITLE_CHANGE_PASSWORD": "Wijzig Wachtwoord",'],
      ['a.json', '"FORGOT_PASSWORD": "Unohditko salasanan ?",'],
      ['a.json', `"Log in with Chris' erased user account.": "Sisene Chris'i kustutatud kasutajaga.",`],
      ['a.rsp', 'pdbAdminPassword=###ORACLE_PWD###'],
      ['a.conf', 'password = @@DB_PASSWORD@@'],
      ['a.yml', 'password: __DB_PASSWORD__'],
    ]);
    assert.equal(rulesIn(`mock.key = '${value}'`, 'a.js').length, 1);
    assert.equal(rulesIn(`badgeToken = '${value}'`, 'a.js').length, 1);
    assert.equal(rulesIn(`passwordTitle: '${password}'`, 'a.yml').length, 1);
  });

  it('does not report texts in an encoding that say that they are examples, and reports other texts', () => {
    for (const text of ['this is password', 'the sample nonce', 'secret is secure, or is it?', 'changeme'])
      assert.deepEqual(rulesIn(`secret: ${btoa(text)}`, 'a.yml'), [], text);
    assert.deepEqual(rulesIn('secret: KRSXG5CTMVRXEZLUKN2XAZLSKNSWG4TFOQ', 'a.yml'), []);
    assert.deepEqual(rulesIn('Authorization: Basic YXBpOnRoaXMgaXMgcGFzc3dvcmQ=', 'a.http'), []);
    assert.equal(rulesIn(`secret: ${btoa(password)}`, 'a.yml').length, 1);
  });

  it('does not report keys that standards and their programs publish', () => {
    for (const key of [
      '2b7e151628aed2a6abf7158809cf4f3c',
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
      String.raw`\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xAA\xBB\xCC\xDD\xEE\xFF`,
    ])
      assert.deepEqual(rulesIn(`const privateKey = "${key}";`, 'a.js'), [], key);
    reportsOne([`const privateKey = "${randomText(64, 20, '0123456789abcdef')}";`], 'a.js');
  });

  it('does not report public keys that the text before their name declares, and one-time passwords', () => {
    const key = randomText(43, 6);
    reportsNone([
      ['a.txt', `# public key: ${key}`],
      ['a.go', `PublicKey{KeyID: nil, Key: String("${key}")},`],
      ['a.rs', `let key = "AAAAC3NzaC1lZDI1NTE5AAAAI${randomText(43, 6)}";`],
      ['a.go', `wit1_vkey = "Wit1+55ee4561+A${randomText(43, 6)}"`],
      ['a.md', '- [with a password](#encrypt-and-decrypt-data-with-a-password)'],
      ['a.js', "const OAUTH_CLIENT_ID_CLI = '0943857435'"],
      ['a.ts', "token: '07081804',"],
      ['a.md', 'NX-ANTI-CSRF-TOKEN: 0.047908797369389244'],
      ['a.go', `hash, err := HashPassword("password", "${randomText(16, 4)}")`],
    ]);
    assert.equal(rulesIn(`# private key: ${key}`, 'a.txt').length, 1);
    assert.equal(rulesIn(`skey = "PRIVATE+KEY+Wit1+55ee4561+A${randomText(43, 6)}"`, 'a.go').length, 1);
    assert.equal(rulesIn("password: '07081804',", 'a.ts').length, 1);
  });

  it('reads a header inside a list of strings', () => {
    const header = (text: string): string => `"Authorization": []string{"Basic ${btoa(text)}"},`;
    assert.deepEqual(rulesIn(header('username:password'), 'a.go'), []);
    assert.deepEqual(rulesIn(header(`deploy:${password}`), 'a.go'), ['http-credentials']);
  });

  it('names a password by its own word', () => {
    const seed = randomText(32, 3, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
    assert.deepEqual(rulesIn(`rootPassword: ${value}`, 'a.yml'), ['generic-password']);
    assert.deepEqual(rulesIn(`OTP_SEED=${seed}`, '.env'), ['otp-seed']);
  });
});
