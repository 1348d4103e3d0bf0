import assert from 'node:assert/strict';
import { isDistinctive, maskText } from '../../../../src/secrets/masking.ts';
import { scan } from '../../../../src/secrets/scan.ts';
import { githubToken, privateKeyBlock } from '../../../support/madeSecrets.ts';

const token = githubToken(3);
/** With signs that JSON, URLs and base64 write in another way. */
const value = 'h4X9q/Lm2"vRtz+Ü=?>';

const find = (text: string) => scan(text, { ignoresComments: true }).findings;

function mask(text: string, values: readonly string[] = []): string | undefined {
  const numbers = new Map<string, number>();
  return maskText(text, {
    known: values.map((known) => ({ value: known, rule: 'generic-password' })),
    find,
    numberOf: (secret) => numbers.get(secret) ?? numbers.set(secret, numbers.size + 1).size,
  })?.text;
}

const hidden = (number: number, rule = 'generic-password'): string =>
  `‹hidden by service-cli: ${rule} #${number}, unchanged at its source›`;

describe('the masks of a text', () => {
  it('replace each secret and keep the rest, with one number per value', () => {
    const other = githubToken(4);
    assert.equal(
      mask(`a\nx=${token}\r\ny=${other} # b\nz="${token}"\n`),
      `a\nx=${hidden(1, 'github-token')}\r\ny=${hidden(2, 'github-token')} # b\nz="${hidden(1, 'github-token')}"\n`,
    );
    assert.equal(mask(`{"password":"h4X9qLm2vRtz"}`), `{"password":"${hidden(1)}"}`);
    assert.equal(
      mask('postgres://app:h4X9qLm2vRtz@db.acme.dev/x'),
      `postgres://app:${hidden(1, 'url-password')}@db.acme.dev/x`,
    );
    assert.equal(mask(`${privateKeyBlock(1)}\nend`), `${hidden(1, 'private-key')}\nend`);
  });

  it('keep a text without a secret as it is', () => {
    for (const text of ['', 'a\r\n\u001B[31mb\u001B[0m', 'NODE_ENV=production', '\uD83D'])
      assert.equal(mask(text), text);
  });

  it('find a known value in every form in which programs print it [A10]', () => {
    const bytes = Buffer.from(value);
    const forms = [
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
    ];
    for (const form of forms)
      assert.equal(mask(`<${form}> ${form}`, [value]), `<${hidden(1)}> ${hidden(1)}`, form);
  });

  it('find a known value in base64 at any offset, up to the characters that it shares with its neighbours', () => {
    for (const encoding of ['base64', 'base64url'] as const)
      for (const before of ['', 'u', 'us', 'use']) {
        const printed = Buffer.from(`${before}${value}:x`).toString(encoding);
        const masked = mask(`data: ${printed}`, [value]) ?? '';
        assert.ok(masked.includes(hidden(1)), masked);
        assert.ok(masked.length - hidden(1).length < 'data: '.length + 12, masked);
      }
  });

  it('find a known value that a terminal has split, coloured or written as UTF-16 [A10]', () => {
    for (let at = 1; at < value.length; at++)
      for (const between of [
        '\n',
        '\r\n',
        '\u001B[31m',
        '\u001B[0;1;38:5:196m',
        '\u001B]8;;https://x\u0007',
        '\u001B(B',
      ])
        assert.equal(mask(`<${value.slice(0, at)}${between}${value.slice(at)}>`, [value]), `<${hidden(1)}>`);
    assert.equal(mask(Array.from(value).join('\0'), [value]), hidden(1));
    const wrapped = Buffer.from(`${'x'.repeat(48)}${value}`)
      .toString('base64')
      .replace(/.{76}/, '$&\n');
    assert.equal(mask(wrapped, [value]), `${wrapped.slice(0, 64)}${hidden(1)}${wrapped.slice(-2)}`);
  });

  it('find the secrets of the engine between colours and in UTF-16', () => {
    const coloured = '\u001B[32mpassword\u001B[0m: \u001B[33mh4X9qLm2vRtz\u001B[0m';
    assert.equal(mask(coloured), coloured.replace('h4X9qLm2vRtz', hidden(1)));
    assert.ok(mask(Array.from(`token=${token}`).join('\0'))?.endsWith(hidden(1, 'github-token')));
    assert.equal(mask(`A=1\0TOKEN=${token}\0B=2`), `A=1\0TOKEN=${hidden(1, 'github-token')}\0B=2`);
  });

  it('join what overlaps', () => {
    assert.equal(
      mask(`token=${token}`, [token.slice(0, 20), token.slice(10)]),
      `token=${hidden(1, 'github-token')}`,
    );
    assert.equal(mask('abcdefgh1234', ['abcdefgh12', 'cdefgh1234']), hidden(1));
  });

  it('are refused when what they leave counts as a secret', () => {
    const all = (text: string) => [{ start: 0, end: text.length, rule: 'project/all' }];
    assert.equal(maskText('text', { known: [], find: all, numberOf: () => undefined }), undefined);
  });

  it('take time in proportion to the text', () => {
    const text = `\u001B]\u001B[\u001B(${'\u001B]x'.repeat(200_000)}${'a\n'.repeat(200_000)}`;
    assert.equal(mask(text, [value]), text);
  });
});

describe('a value that is masked wherever it stands', () =>
  it('has 8 characters, or 12 where it is one word or one number', () => {
    for (const word of [
      '',
      'test',
      'a1b2c3d',
      'password',
      'Production',
      'DEVELOPMENT',
      '20261125',
      '1234567890',
    ])
      assert.equal(isDistinctive(word), false, word);
    for (const secret of ['a1b2c3d4', 'pass-word', 'correcthorse', 'passWord', '123456789012'])
      assert.equal(isDistinctive(secret), true, secret);
  }));
