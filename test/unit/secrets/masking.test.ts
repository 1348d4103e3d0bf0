import assert from 'node:assert/strict';
import { isDistinctive, type KnownValue, maskText } from '../../../src/secrets/masking.ts';
import { scan } from '../../../src/secrets/scan.ts';
import { githubToken, npmToken, privateKeyBlock, randomText } from '../../support/madeSecrets.ts';
import { desktop, environments } from './environments.data.ts';

const token = githubToken(3);
/** Has characters that JSON, URLs and base64 encode. */
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

interface Environment {
  readonly text: string;
  readonly secrets: readonly string[];
  /** Names and values of variables without a secret. */
  readonly settings: readonly (readonly [name: string, value: string])[];
}

const digits = '0123456789';
const makers: Readonly<Record<string, (length: number, seed: number) => string>> = {
  hex: (length, seed) => randomText(length, seed, `${digits}abcdef`),
  word: randomText,
  digits: (length, seed) => randomText(length, seed, '123456789'),
  base64: (length, seed) =>
    Buffer.from(makers.hex?.(2 * Math.floor(((length - 1) * 3) / 4), seed) ?? '', 'hex').toString('base64'),
  github: (_, seed) => githubToken(seed),
  npm: (_, seed) => npmToken(seed),
};

let seed = 0;

/** Made parts, with what a vendor writes before and between them. */
const secretForm = /[\w.-]*<[^>]+>(?:[\w.:-]*<[^>]+>)*/g;

function environmentOf(template: string): Environment {
  const secrets: string[] = [];
  const settings: [string, string][] = [];
  const lines = template.split('\n').map((line) => {
    if (!line.includes('<')) {
      const [, name = '', value = ''] = /^([^=]+)="?([^"]*)"?$/.exec(line) ?? assert.fail(line);
      settings.push([name, value]);
    }
    return line.replaceAll(secretForm, (form) => {
      const secret = form.replaceAll(/<(\w+)(?: (\d+))?>/g, (_, kind: string, length = '0') =>
        (makers[kind] ?? assert.fail(kind))(Number(length), ++seed),
      );
      secrets.push(secret);
      return secret;
    });
  });
  return { text: lines.join('\n'), secrets, settings };
}

function knownOf(text: string): KnownValue[] {
  return scan(text, { path: '.env', ignoresComments: true })
    .findings.map(({ start, end, rule }) => ({ value: text.slice(start, end), rule }))
    .filter(({ value }) => isDistinctive(value));
}

const maskKnown = (text: string, known: readonly KnownValue[]): string | undefined =>
  maskText(text, { known, find, numberOf: () => undefined })?.text;

/** The output of a build, of tests and of a server, each with every setting in the places where programs print settings. */
const logs: Readonly<Record<string, (settings: Environment['settings']) => string>> = {
  'a build': (settings) =>
    [
      '$ npm run build',
      '> web-frontend@4.2.0 build',
      '> tsc --noEmit && vite build --mode production',
      'vite v7.2.4 building client environment for production...',
      ...settings.map(([name, value]) => `  define process.env.${name} = ${JSON.stringify(value)}`),
      '✓ 1842 modules transformed.',
      'dist/assets/index-DiwrgTda.css   48.21 kB │ gzip:  9.12 kB',
      'dist/assets/index-BqkTlcz3.js   612.77 kB │ gzip: 190.40 kB',
      '#11 sha256:9c1b6dd6c1be4f2c1c4a1d0a4e1a3f0be0f9b8f5a2f8f2e7d0f4b1c3a5d7e9f1 3.62MB / 3.62MB 0.4s done',
      ...settings.map(([name, value]) => `#12 ENV ${name}=${value}`),
      'Successfully built 8f4e2a1b9c3d',
    ].join('\n'),
  'a test run': (settings) =>
    [
      'PASS  src/config.test.ts (2.31 s)',
      ...settings.flatMap(([name, value]) => [
        `    ✓ reads ${name} (3 ms)`,
        `    expected '${value}' to equal '${value}'`,
        `  -   "${name}": "${value}",`,
      ]),
      'Error: connect ECONNREFUSED 127.0.0.1:5432',
      '    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)',
      'Test Suites: 1 failed, 41 passed, 42 total',
      'Snapshots:   12 passed, 12 total',
    ].join('\n'),
  'a server': (settings) =>
    [
      '2026-11-25T08:12:44.120Z INFO  starting, pid 4121, commit 3f786850e387550fdab836ed7e6dc881de23001b',
      ...settings.flatMap(([name, value]) => [
        `2026-11-25T08:12:44.131Z DEBUG config ${name}=${value}`,
        `{"level":"info","time":1764058364131,"name":"${name}","value":${JSON.stringify(value)}}`,
        `using ${value}`,
      ]),
      '2026-11-25T08:12:45.007Z INFO  GET /api/v1/orders/8d3f2c1a-5b7e-4f60-9a1d-2c4b6e8f0a12 200 12ms "Mozilla/5.0"',
    ].join('\n'),
};

describe('the masks of 50 environment files', () => {
  const all = environments.map(environmentOf);

  it('hide every secret, wherever it stands [A10]', () => {
    assert.equal(all.length, 50);
    const missed = all.flatMap(({ text, secrets }) => {
      const known = knownOf(text);
      return secrets.filter((secret) => maskKnown(`got ${secret} back`, known)?.includes(secret));
    });
    assert.deepEqual(missed, []);
  });

  it('hide nothing of the environment of a desktop', () => {
    assert.deepEqual(knownOf(desktop), []);
    assert.equal(maskKnown(desktop, knownOf(desktop)), desktop);
  });

  for (const [what, log] of Object.entries(logs))
    it(`hide nothing else in the log of ${what}`, () => {
      for (const { text, settings } of all) {
        const printed = log(settings);
        assert.equal(maskKnown(printed, knownOf(text)), printed);
      }
    });
});
