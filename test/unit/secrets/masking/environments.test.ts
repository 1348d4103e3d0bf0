import assert from 'node:assert/strict';
import { isDistinctive, type KnownValue, maskText } from '../../../../src/secrets/masking.ts';
import { scan } from '../../../../src/secrets/scan.ts';
import { githubToken, npmToken, randomText } from '../../../support/madeSecrets.ts';
import { desktop, environments } from './environments.data.ts';

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

const find = (text: string) => scan(text, { path: '.env', ignoresComments: true }).findings;

function knownOf(text: string): KnownValue[] {
  return find(text)
    .map(({ start, end, rule }) => ({ value: text.slice(start, end), rule }))
    .filter(({ value }) => isDistinctive(value));
}

const mask = (text: string, known: readonly KnownValue[]) =>
  maskText(text, {
    known,
    find: (part) => scan(part, { ignoresComments: true }).findings,
    numberOf: () => undefined,
  })?.text;

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
      return secrets.filter((secret) => mask(`got ${secret} back`, known)?.includes(secret));
    });
    assert.deepEqual(missed, []);
  });

  it('hide nothing of the environment of a desktop', () => {
    assert.deepEqual(knownOf(desktop), []);
    assert.equal(mask(desktop, knownOf(desktop)), desktop);
  });

  for (const [what, log] of Object.entries(logs))
    it(`hide nothing else in the log of ${what}`, () => {
      for (const { text, settings } of all) {
        const printed = log(settings);
        assert.equal(mask(printed, knownOf(text)), printed);
      }
    });
});
