import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { scan } from '../../../src/secrets/scan.ts';
import { randomText } from '../../support/madeSecrets.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ed25519 = generateKeyPairSync('ed25519');

const bodyOf = (pem: string | Buffer): string => String(pem).split('\n').slice(1, -2).join('\n');
const body = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8'): string =>
  bodyOf(key.export({ type, format: 'pem' }));

const bodies: Readonly<Record<string, string>> = {
  'RSA, PKCS #8': body(rsa.privateKey),
  'RSA, PKCS #1': body(rsa.privateKey, 'pkcs1'),
  'RSA with 1,024 bits, PKCS #1': body(small.privateKey, 'pkcs1'),
  'P-256, PKCS #8': body(p256.privateKey),
  'P-256, SEC 1': body(p256.privateKey, 'sec1'),
  'P-384, PKCS #8': body(p384.privateKey),
  Ed25519: body(ed25519.privateKey),
};

function found(text: string): string[] {
  return scan(text).findings.map(({ rule, start, end }) => `${rule}: ${text.slice(start, end)}`);
}
const expected = (block: string): string[] => [`private-key: ${block.replace(/=+$/, '')}`];

describe('a private key without the lines of PEM', () => {
  for (const [kind, lines] of Object.entries(bodies))
    it(`is found in one line and in several, under any name: ${kind}`, () => {
      const line = lines.replaceAll('\n', '');
      const indented = lines.replaceAll('\n', '\n    ');
      assert.deepEqual(found(`x = "${line}"`), expected(line));
      assert.deepEqual(found(`${lines}\n`), expected(lines));
      assert.deepEqual(found(`data:\n  x: |\n    ${indented}\n`), expected(indented));
    });

  it('is found in PEM that is encoded again and wrapped', () => {
    const pem = String(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const lines = (
      Buffer.from(pem)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\n');
    assert.deepEqual(found(`${lines}\n`), expected(lines));
  });

  it('is not found in public keys, encrypted keys, and keys of which a part is missing', () => {
    const encrypted = rsa.privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: randomText(12, 3),
    });
    const lines = body(rsa.privateKey).replaceAll('\n', '');
    for (const text of [
      bodyOf(rsa.publicKey.export({ type: 'spki', format: 'pem' })),
      bodyOf(p256.publicKey.export({ type: 'spki', format: 'pem' })),
      bodyOf(encrypted),
      lines.slice(0, 400),
      `${lines.slice(0, 800)}...${lines.slice(900)}`,
    ])
      assert.deepEqual(found(`x = "${text}"`), [], text);
  });
});
