import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputMask } from '../../../../../src/cli/hook/outputs/main.ts';
import { scan } from '../../../../../src/secrets/scan.ts';
import { githubToken, randomText } from '../../../../support/madeSecrets.ts';
import { eachFolder, put as putFile } from '../../../../support/tempFolder.ts';

describe('the masks of an output', () => {
  let folder: string;
  let project: string;
  eachFolder((made) => {
    folder = made;
    project = join(folder, 'project');
    mkdirSync(join(project, '.git'), { recursive: true });
  });

  const put = (path: string, text: string | Buffer): string => putFile(join(project, path), text);
  /** What a process of its own makes of an output. */
  const mask = (
    text: string,
    { root = project, env = {} }: { root?: string; env?: NodeJS.ProcessEnv } = {},
  ): string =>
    outputMask(
      (part, path) => scan(part, { ignoresComments: true, ...(path !== undefined && { path }) }).findings,
      [root],
      { SERVICE_HOME: join(folder, 'home'), ...env },
    )(text).text;
  const isHidden = (value: string, options?: { root?: string; env?: NodeJS.ProcessEnv }): boolean =>
    !mask(`connected with ${value} to db`, options).includes(value);

  it('hide the secrets of all environment files of the repository, and none of its examples [A10]', () => {
    const files = '.env .env.local prod.env .envrc apps/api/.env.production apps/web/.dev.vars'.split(' ');
    const values = files.map((_, index) => randomText(24, index + 1));
    for (const [index, path] of files.entries()) put(path, `DB_PASSWORD=${values[index] ?? ''}\n`);
    const example = randomText(24, 90);
    for (const path of ['.env.example', 'sample.env', 'node_modules/a/.env', '.cache/.env'])
      put(path, `DB_PASSWORD=${example}\n`);
    for (const root of [project, join(project, 'apps/web'), join(project, 'apps/api')])
      assert.deepEqual(
        values.filter((value) => !isHidden(value, { root })),
        [],
      );
    assert.equal(isHidden(example), false);
    assert.equal(isHidden(values[0] ?? '', { root: 'relative' }), false);
  });

  it('hide the secrets of the environment, and no other variable', () => {
    const secret = randomText(24, 7);
    const env = { API_TOKEN: secret, NODE_ENV: 'production', API_HOST: 'https://api.acme.dev' };
    assert.equal(isHidden(secret, { env }), true);
    const log = 'production build for https://api.acme.dev';
    assert.equal(mask(log, { env }), log);
  });

  it('are made although an environment file is a folder, a link to nothing, too large or not text', () => {
    const secret = randomText(24, 8);
    put('.env/bin/activate', '');
    symlinkSync('nowhere', join(project, '.env.local'));
    put('.env.production', `A=${'a'.repeat(300_000)}`);
    put('.env.binary', Buffer.from([0xff, 0x80, 0x00]));
    put('.env.test', `API_TOKEN=${secret}`);
    assert.equal(isHidden(secret), true);
  });

  it('keep JSON valid, and are refused where that cannot be', () => {
    const token = githubToken(1);
    const json = JSON.stringify({ token, list: [`x ${token}`], text: 'a "b"' }, undefined, 2);
    const parsed = JSON.parse(mask(json)) as Record<string, unknown>;
    assert.match(
      String(parsed.token),
      /^‹hidden by service-cli: github-token #\d+, unchanged at its source›$/,
    );
    assert.deepEqual([parsed.list, parsed.text], [[`x ${String(parsed.token)}`], 'a "b"']);
    const pin = '845120937715';
    put('.env', `ADMIN_PASSWORD=${pin}`);
    assert.throws(() => mask(`{"pin": ${pin}}`), /would be no JSON/);
    assert.match(mask(`pin: ${pin}`), /^pin: ‹hidden/);
  });

  describe('have numbers', () => {
    const numberIn = (text: string): string | undefined => /#(\d+)/.exec(text)?.[1];
    const key = (): string => join(folder, 'home/service-cli/mask.key');

    it('that are the same for the same value in each call, and have nothing of the value', () => {
      const [first, second] = [githubToken(1), githubToken(2)];
      const numbers = [first, first, second].map((token) => numberIn(mask(`token=${token}`)));
      assert.equal(numbers[0], numbers[1]);
      assert.notEqual(numbers[0], numbers[2]);
      rmSync(key());
      assert.notEqual(numberIn(mask(`token=${first}`)), numbers[0]);
    });

    it('that change after a day', () => {
      const text = `token=${githubToken(1)}`;
      const before = numberIn(mask(text));
      const yesterday = Date.now() / 1_000 - 25 * 60 * 60;
      utimesSync(key(), yesterday, yesterday);
      assert.notEqual(numberIn(mask(text)), before);
    });

    it('only for values of 12 characters, which cannot be guessed with the key', () => {
      assert.match(mask('password = "h4X9qLm2vRt"'), /generic-password, unchanged/);
      assert.match(mask('password = "h4X9qLm2vRtz"'), /generic-password #\d+, unchanged/);
    });

    it('by a key that only the user can read [A10] [U1]', () => {
      mask(`token=${githubToken(1)}`);
      if (process.platform !== 'win32') assert.equal(statSync(key()).mode & 0o077, 0);
      assert.equal(readFileSync(key()).length, 32);
    });

    it('unless no key can be kept', () => {
      const text = `token=${githubToken(1)}`;
      mkdirSync(key(), { recursive: true });
      assert.match(mask(text), /github-token, unchanged/);
      rmSync(key(), { recursive: true });
      writeFileSync(key(), 'short');
      assert.match(mask(text), /github-token, unchanged/);
      rmSync(key());
      symlinkSync(join(folder, 'other'), key());
      assert.match(mask(text), /github-token, unchanged/);
    });
  });
});
