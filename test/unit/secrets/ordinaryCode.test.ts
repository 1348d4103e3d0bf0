import assert from 'node:assert/strict';
import { scan } from '../../../src/secrets/scan.ts';
import { privateKeyBlock, randomText } from '../../support/madeSecrets.ts';

const rulesIn = (text: string, path = ''): string[] => scan(text, { path }).findings.map(({ rule }) => rule);

const value = randomText(18, 4);
const password = `${randomText(6, 5)}7!${randomText(4, 6)}`;

/** The kinds of false findings in ordinary packages, beside the secrets that look most like them. */
describe('scan of ordinary code', () => {
  it('does not report marks of places, of requests and of time, and names of objects', () => {
    const uuid = '38b1460a-5104-4067-a91d-77b872934d51';
    for (const text of [
      `"NextToken": "${randomText(60, 4)}",`,
      `"nextBackwardToken": "${randomText(60, 4)}",`,
      `continuation_token = '${randomText(40, 4)}'`,
      `"clientRequestToken": "${uuid}",`,
      `Idempotency-Key: ${uuid}`,
      `"KeyMaterialId": "${randomText(64, 4, '0123456789abcdef')}"`,
      `auth_connection_id: ${value}`,
      '"clientSecretExpiresAt": "1587584729"',
      `"hashedToken": "${randomText(43, 4)}="`,
      `"S3Key": "867139942017-Detection-${randomText(32, 2, '0123456789abcdef')}/"`,
      `OnePassword = "${uuid}",`,
    ])
      assert.deepEqual(rulesIn(text), [], text);
    assert.equal(rulesIn(`VAULT_SECRET_ID="${value}"`).length, 1);
    assert.equal(rulesIn(`CLIENT_SECRET="${uuid}"`, '.env').length, 1);
  });

  it('does not report values that their documentation marks as examples or shortens', () => {
    const key = privateKeyBlock(2);
    const half = key.length / 2;
    for (const text of [
      `"SessionToken": "AQoEXAMPLE${randomText(40, 4)}"`,
      `"VerificationToken": "${randomText(38, 4)}EXAMPLE"`,
      `${key.slice(0, half)}...${key.slice(half)}`,
      `const DEFAULT_VAPID_KEY = 'BD${randomText(85, 4)}';`,
      `[![](https://codecov.io/gh/a/b/graph/badge.svg?token=${randomText(32, 4)})](https://codecov.io)`,
      `<img src="https://ci.quay.dev/status.svg?style=flat&badge_key=${randomText(32, 4)}"/>`,
      String.raw`monkey_face:"\ud83d\udc35"`,
    ])
      assert.deepEqual(rulesIn(text), [], text);
    assert.deepEqual(rulesIn(key), ['private-key']);
  });

  it('does not report texts of a program in other languages', () => {
    for (const [path, text] of [
      ['a.ini', 'forget_password=Unohtuiko salasana?'],
      ['a.ini', 'auths.new=Tambahkan Sumber Baru'],
      ['a.ini', 'reset_password=Tyhjennä salasana'],
      ['a.json', '"OAuth client secret": "OAuth istemci gizlisi",'],
      ['a.json', '"OAuth application secret": "OAuth Anwendungsgeheimnis",'],
      ['a.json', '"pass": "Element przyjmuje fokus."'],
      ['a.json', '"pass": "Goiburuen hurrenkera zuzena da"'],
      ['a.ts', "describe('basic lifecycle', () => {"],
    ] as const)
      assert.deepEqual(rulesIn(text, path), [], text);
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
