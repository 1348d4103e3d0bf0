import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { once } from 'node:events';
import { hashPassword } from '../../../src/emulator/auth/credentials.ts';
import type { EmulatorOptions, Emulator } from '../../../src/emulator/emulator.ts';
import { Database } from '../../../src/emulator/store/database.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { startPlatform, usePlatform } from '../../contract/usePlatform.ts';

interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** `fetch` allows neither a Host nor an Origin header of one's own. */
async function statusOf(
  url: string,
  { method = 'GET', headers = {}, body = '' }: Asked = {},
): Promise<number> {
  const sent = request(url, { method, headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode ?? 0;
}

const basic = (login: string, password = ''): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

async function withPlatform(
  work: (platform: Emulator) => Promise<void>,
  options: EmulatorOptions = {},
): Promise<void> {
  await using platform = await startPlatform(options);
  await work(platform);
}

const maySignIn = async ({ url }: Emulator, password: string): Promise<boolean> =>
  (await statusOf(`${url}/api/user_tokens/search`, {
    headers: { authorization: basic('admin', password) },
  })) === 200;

describe('the administrator account of the emulator', () => {
  it('has a random password for each data folder, printed only at its first start [W2]', () =>
    withTempFolder(async (folder) => {
      const [data, other] = [join(folder, 'a'), join(folder, 'b')];
      const passwords: (string | undefined)[] = [];
      for (const one of [data, data, other])
        await withPlatform(
          async (platform) => {
            passwords.push(platform.adminPassword);
            assert.equal(await maySignIn(platform, 'admin'), false);
            assert.equal(await maySignIn(platform, passwords[one === data ? 0 : 2] ?? ''), true);
          },
          { data: one },
        );
      const [first, second, third] = passwords;
      assert.match(String(first), /^[\w-]{24}$/);
      assert.equal(second, undefined);
      assert.match(String(third), /^[\w-]{24}$/);
      assert.notEqual(first, third);
    }));

  it('replaces the fixed password of an older data folder, and keeps a password that the user has set', () =>
    withTempFolder(async (data) => {
      for (const [before, isReplaced] of [
        ['admin', true],
        ['a password of my own', false],
      ] as const) {
        await withPlatform(() => Promise.resolve(), { data });
        const db = new Database(join(data, 'platform.db'));
        db.run("UPDATE users SET password = ? WHERE login = 'admin'", hashPassword(before));
        db.run("DELETE FROM settings WHERE key = 'embedded.administratorPassword'");
        db.close();
        await withPlatform(
          async (platform) => {
            assert.equal(await maySignIn(platform, before), !isReplaced);
            assert.equal(platform.adminPassword !== undefined, isReplaced);
          },
          { data },
        );
      }
    }));
});

describe('the password check of the emulator', () =>
  it('limits the passwords that an address may try, and still accepts tokens from it', async () => {
    let now = Date.now();
    await withPlatform(
      async (platform) => {
        const { url, token, adminPassword = '' } = platform;
        for (let count = 0; count < 30; count++)
          assert.equal(await maySignIn(platform, `guess ${count}`), false);
        assert.equal(await maySignIn(platform, adminPassword), false);
        const path = `${url}/api/user_tokens/search`;
        assert.equal(await statusOf(path, { headers: { authorization: basic(token) } }), 200);
        now += 1000;
        assert.equal(await maySignIn(platform, adminPassword), true);
      },
      { now: () => now },
    );
  }));

describe('the emulator', () => {
  const { platform } = usePlatform({ allowedHosts: ['Quality.example'] });

  it('refuses requests under a name that is not its own, as a page that rebinds DNS sends them [W1]', async () => {
    const authorization = basic(platform.token);
    const port = new URL(platform.url).port;
    for (const path of ['/api/system/status', '/', '/_platform/backup', '/batch/index'])
      for (const host of [
        'evil.example',
        `evil.example:${port}`,
        'localhost.evil.example',
        '127.0.0.1.nip.io',
      ])
        assert.equal(
          await statusOf(platform.url + path, { headers: { host, authorization } }),
          403,
          host + path,
        );
    for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]', '10.1.2.3', 'quality.example'])
      assert.equal(await statusOf(`${platform.url}/api/system/status`, { headers: { host } }), 200, host);
  });

  it('refuses changes by pages of another origin, even with credentials that the browser adds [W1]', async () => {
    const create = (origin: string | undefined, key: string): Promise<number> =>
      statusOf(`${platform.url}/api/projects/create`, {
        method: 'POST',
        headers: {
          authorization: basic(platform.token),
          'content-type': 'application/x-www-form-urlencoded',
          ...(origin !== undefined && { origin }),
        },
        body: `project=${key}&name=${key}`,
      });
    const { host, port } = new URL(platform.url);
    for (const origin of [
      'https://evil.example',
      'null',
      `http://localhost.evil:${port}`,
      'http://127.0.0.1:1',
    ])
      assert.equal(await create(origin, 'foreign'), 403, origin);
    assert.equal(await create(`http://${host}`, 'own'), 200);
    assert.equal(await create(undefined, 'program'), 200);
  });
});

describe('the backup of a running emulator', () => {
  const backup = ({ url, token }: Emulator, file: string): Promise<number> =>
    statusOf(`${url}/_platform/backup`, {
      method: 'POST',
      headers: { authorization: basic(token) },
      body: JSON.stringify({ file }),
    });

  it('is written only below the data folder, even when links lead elsewhere', () =>
    withTempFolder(async (folder) => {
      const [data, elsewhere] = [join(folder, 'data'), join(folder, 'elsewhere')];
      for (const one of [data, elsewhere]) mkdirSync(one);
      symlinkSync(elsewhere, join(data, 'link'));
      symlinkSync(join(elsewhere, 'dangling'), join(data, 'dangling'));
      await withPlatform(
        async (platform) => {
          for (const file of [
            join(elsewhere, 'a'),
            '../elsewhere/a',
            'link/a',
            'dangling',
            'platform.db',
            '.',
            'missing/a',
            '',
          ])
            assert.equal(await backup(platform, file), 400, file);
          assert.deepEqual(readdirSync(elsewhere), []);
          assert.equal(await backup(platform, 'copy.db'), 200);
          assert.equal(await backup(platform, join(data, 'other.db')), 200);
        },
        { data },
      );
      assert(existsSync(join(data, 'copy.db')) && existsSync(join(data, 'other.db')));
    }));
});
