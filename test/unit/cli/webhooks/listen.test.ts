import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sign } from '../../../../src/core/webhooks/signature.ts';
import { createHttp } from '../../../../src/node/http.ts';

const root = join(import.meta.dirname, '../../../..');
const http = createHttp();
const secret = '0123456789abcdef';
// What a shell would make something else of, were the body ever part of a command line.
const body =
  '{"status":"SUCCESS","project":{"key":"$(touch pwned)"},"qualityGate":{"status":"ERROR"},"properties":{}}';

/** The command itself, as a process of its own. */
async function listening(
  args: readonly string[],
  use: (url: string, nextLine: () => Promise<Record<string, unknown>>) => Promise<void>,
): Promise<number | null> {
  const command = ['src/cli/commands.ts', 'webhooks', 'listen', '--port', '0', '--json', ...args];
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, HOOK_SECRET: secret, OLD_SECRET: 'fedcba9876543210' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async (): Promise<Record<string, unknown>> =>
    JSON.parse(String((await lines.next()).value)) as Record<string, unknown>;
  const exited = once(child, 'exit') as Promise<[number | null]>;
  try {
    await use(String((await nextLine()).url), nextLine);
  } finally {
    child.kill('SIGTERM');
  }
  return (await exited)[0];
}

const post = async (url: string, headers: Record<string, string>): Promise<number> =>
  (await http.send({ method: 'POST', url, headers, body })).status;
const signedWith = (key: string) => ({ 'X-Sonar-Webhook-HMAC-SHA256': sign(Buffer.from(body), key) });

describe('webhooks listen', () => {
  it('prints its address, then one line per delivery, and ends when told to', async () => {
    const exitCode = await listening(
      ['--path', '/hook', '--secret-env', 'HOOK_SECRET'],
      async (url, nextLine) => {
        assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/hook$/);
        assert.equal(await post(url, signedWith(secret)), 204);
        assert.deepEqual(await nextLine(), { accepted: true, payload: JSON.parse(body) as unknown });
        assert.equal(await post(url, signedWith(secret)), 204);
        assert.deepEqual(await nextLine(), { accepted: false, reason: 'repeated' });
        assert.equal(await post(url, signedWith('wrong')), 401);
        assert.deepEqual(await nextLine(), { accepted: false, reason: 'wrongSignature' });
        assert.equal(await post(url, {}), 401);
        assert.deepEqual(await nextLine(), { accepted: false, reason: 'unsigned' });
      },
    );
    assert.equal(exitCode, 0);
  });

  it('takes either secret while it is being replaced', async () => {
    await listening(['--secret-env', 'OLD_SECRET', '--secret-env', 'HOOK_SECRET'], async (url) => {
      assert.equal(await post(url, signedWith(secret)), 204);
    });
  });

  it('hands the body to the command on standard input, where no shell reads it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'webhook-'));
    try {
      const exec = `cat > '${folder}/got' && mv '${folder}/got' '${folder}/body'`;
      await listening(['--exec', exec], async (url, nextLine) => {
        assert.equal(await post(url, {}), 204);
        await nextLine();
        // The next delivery is dealt with after this one.
        await post(url, {});
        await nextLine();
      });
      assert.equal(readFileSync(join(folder, 'body'), 'utf8'), body);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  for (const [args, problem] of [
    [['--secret-env', 'NOT_SET_ANYWHERE'], 'a variable that is not set'],
    [['--port', '70000'], 'a port that is none'],
    [['--path', 'hook'], 'a path without a slash'],
  ] as const)
    it(`refuses ${problem} with exit code 2`, async () => {
      const child = spawn(process.execPath, ['src/cli/commands.ts', 'webhooks', 'listen', ...args], {
        cwd: root,
        stdio: 'ignore',
      });
      assert.deepEqual(await once(child, 'exit'), [2, null]);
    });
});
