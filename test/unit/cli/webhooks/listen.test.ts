import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sign } from '../../../../src/core/webhooks/signature.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { builtCli } from '../../../support/builtCli.ts';
import { eachFolder, withTempFolder } from '../../../support/tempFolder.ts';

const http = createHttp();
const secret = '0123456789abcdef';
/** Fresh for each test. */
let temporaryHome = '';
// A shell would run parts of these bodies if they became part of a command line.
const body =
  '{"taskId":"AX1","status":"SUCCESS","project":{"key":"$(touch pwned)"},"qualityGate":{"status":"ERROR"},"properties":{}}';

async function start(args: readonly string[], home: string) {
  const commands = join(await builtCli(), 'commands.js');
  const child = spawn(process.execPath, [commands, 'webhooks', 'listen', '--port', '0', ...args], {
    env: { ...process.env, SERVICE_HOME: home, HOOK_SECRET: secret, OLD_SECRET: 'fedcba9876543210' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
}

/** Runs the command in a separate process, with an empty home unless the test gives one. */
async function listening(
  args: readonly string[],
  use: (url: string, nextLine: () => Promise<Record<string, unknown>>) => Promise<void>,
  home = temporaryHome,
): Promise<number | null> {
  const { child, lines } = await start(['--json', ...args], home);
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
/** Without what a client of ours adds: `fetch` and axios let no Host header through. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

const signedWith = (key: string) => ({ 'X-Sonar-Webhook-HMAC-SHA256': sign(Buffer.from(body), key) });

describe('webhooks listen', () => {
  eachFolder((folder) => (temporaryHome = folder));

  it('prints its address, then one line per delivery, and ends after a signal', async () => {
    const exitCode = await listening(
      ['--path', '/hook', '--secret-env', 'HOOK_SECRET'],
      async (url, nextLine) => {
        assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/hook$/);
        assert.equal(await post(url, signedWith(secret)), 204);
        assert.deepEqual(await nextLine(), { accepted: true, payload: JSON.parse(body) as unknown });
        assert.equal(await post(url, signedWith(secret)), 204);
        assert.deepEqual(await nextLine(), { accepted: false, reason: 'duplicate' });
        assert.equal(await post(url, signedWith('wrong')), 401);
        assert.deepEqual(await nextLine(), { accepted: false, reason: 'wrongSignature' });
        assert.equal(await post(url, {}), 401);
        assert.deepEqual(await nextLine(), { accepted: false, reason: 'unsigned' });
      },
    );
    assert.equal(exitCode, 0);
  });

  it('says of a wrong signature when it came, for which task, and which variable to check', async () => {
    const { child, lines } = await start(['--secret-env', 'HOOK_SECRET'], temporaryHome);
    const exited = once(child, 'exit');
    try {
      const url = String((await lines.next()).value).replace('Listening on ', '');
      await post(url, signedWith('wrong'));
      assert.match(
        String((await lines.next()).value),
        /^Ignored at \d{4}-\d\d-\d\dT[\d:.]+Z: the signature does not match the body \(says task AX1\)\. Check that HOOK_SECRET is the secret of the webhook$/,
      );
    } finally {
      child.kill('SIGTERM');
    }
    await exited;
  });

  it('takes either secret while it is being replaced', async () => {
    await listening(['--secret-env', 'OLD_SECRET', '--secret-env', 'HOOK_SECRET'], async (url) => {
      assert.equal(await post(url, signedWith(secret)), 204);
    });
  });

  it('hands the body to the command on standard input, where no shell reads it', () =>
    withTempFolder(async (folder) => {
      const exec = `cat > '${folder}/got' && mv '${folder}/got' '${folder}/body'`;
      await listening(['--exec', exec], async (url, nextLine) => {
        assert.equal(await post(url, {}), 204);
        await nextLine();
      });
      // It ends when the command has.
      assert.equal(readFileSync(join(folder, 'body'), 'utf8'), body);
    }));

  /** A command that appends a line per run, and what it has written. */
  const counted = (folder: string) => ({
    exec: `cat > /dev/null; echo ran >> '${folder}/runs'`,
    runs: () => readFileSync(join(folder, 'runs'), 'utf8').split('\n').length - 1,
  });
  const signedArgs = ['--path', '/hook', '--secret-env', 'HOOK_SECRET'];

  it('runs the command once for a signed body: not again while it runs, afterwards, or after a restart [N1]', async () => {
    const { exec, runs } = counted(temporaryHome);
    const args = [
      ...signedArgs,
      '--exec',
      `${exec}; while [ -e '${temporaryHome}/wait' ]; do :; done; exit 3`,
    ];
    writeFileSync(join(temporaryHome, 'wait'), '');
    await listening(args, async (url, nextLine) => {
      const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => post(url, signedWith(secret))));
      assert.deepEqual(statuses, [204, 204, 204, 204, 204]);
      const kinds = [];
      for (let count = 0; count < 5; count++) kinds.push((await nextLine()).reason ?? 'accepted');
      assert.deepEqual(kinds.sort(), ['accepted', 'duplicate', 'duplicate', 'duplicate', 'duplicate']);
      rmSync(join(temporaryHome, 'wait'));
    });
    // The failed command counts too: a replay must not run it again either.
    for (let restart = 0; restart < 2; restart++)
      await listening([...signedArgs, '--exec', exec], async (url, nextLine) => {
        assert.equal(await post(url, signedWith(secret)), 204);
        assert.deepEqual(await nextLine(), { accepted: false, reason: 'duplicate' });
      });
    assert.equal(runs(), 1);
  });

  it('runs the command once for a body that two listeners receive [N1]', async () => {
    const { exec, runs } = counted(temporaryHome);
    const args = [...signedArgs, '--exec', exec];
    await listening(args, (first) =>
      listening(args, async (second) => {
        await Promise.all([first, second, first, second].map((url) => post(url, signedWith(secret))));
      }).then(() => undefined),
    );
    assert.equal(runs(), 1);
  });

  it('runs the command again with --run-duplicates', async () => {
    const { exec, runs } = counted(temporaryHome);
    await listening([...signedArgs, '--run-duplicates', '--exec', exec], async (url) => {
      for (let count = 0; count < 3; count++) assert.equal(await post(url, signedWith(secret)), 204);
    });
    assert.equal(runs(), 3);
  });

  it('keeps secrets and tokens from the command [A8]', async () => {
    const output = join(temporaryHome, 'environment');
    const own = {
      SERVICE_TOKEN: 'squ_of_the_user',
      SERVICE_STORE_PASSPHRASE: 'opens the stored token',
      SERVICE_PROXY_PASSWORD: 'password of the proxy',
      SERVICE_CLIENT_PASSPHRASE: 'opens the client key',
      SERVICE_TLS_PASSPHRASE: 'opens the server key',
      SERVICE_RELAY_NATS_PASSWORD: 'password of NATS',
    };
    const before = { ...process.env };
    Object.assign(process.env, own);
    try {
      const secrets = ['--secret-env', 'HOOK_SECRET', '--secret-env', 'OLD_SECRET'];
      await listening([...secrets, '--exec', `env > '${output}'`], async (url) => {
        assert.equal(await post(url, signedWith(secret)), 204);
      });
    } finally {
      for (const name of Object.keys(own))
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[name];
    }
    const environment = readFileSync(output, 'utf8');
    assert.match(environment, /^PATH=/m);
    for (const hidden of [secret, 'fedcba9876543210', ...Object.values(own)])
      assert(!environment.includes(hidden), hidden);
  });

  it('runs no command for a page in a browser, where deliveries are not signed [W1]', async () => {
    const { exec } = counted(temporaryHome);
    await listening(['--exec', exec], async (url) => {
      for (const headers of [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'cross-site' },
        // A form of a browser that is too old for both.
        { 'Content-Type': 'text/plain' },
        { 'Content-Type': 'multipart/form-data; boundary=x' },
        // After DNS rebinding the page is of the same origin.
        { Host: 'evil.example' },
      ])
        assert.equal(await statusOf(url, headers), 403, JSON.stringify(headers));
    });
    assert(!existsSync(join(temporaryHome, 'runs')));
  });

  it('takes unsigned deliveries under a name that --allowed-host gives', async () => {
    await listening(['--allowed-host', 'hooks.example'], async (url) => {
      assert.equal(await statusOf(url, { Host: 'hooks.example' }), 204);
    });
  });

  for (const [args, problem] of [
    [['--secret-env', 'NOT_SET_ANYWHERE'], 'a variable that is not set'],
    [['--port', '70000'], 'a port that is none'],
    [['--path', 'hook'], 'a path without a slash'],
  ] as const)
    it(`refuses ${problem} with exit code 2`, async () => {
      const child = spawn(
        process.execPath,
        [join(await builtCli(), 'commands.js'), 'webhooks', 'listen', ...args],
        {
          stdio: 'ignore',
        },
      );
      assert.deepEqual(await once(child, 'exit'), [2, null]);
    });
});
