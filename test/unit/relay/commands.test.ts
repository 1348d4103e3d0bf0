import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Failure } from '../../../src/core/failures.ts';
import { operatorLog } from '../../../src/relay/commands.ts';
import { deliver, gateWebhookBody, Listening, webhookSecret } from '../../support/relayFixture.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const main = join(import.meta.dirname, '../../../src/entrypoints/relay.ts');
const env = { ...process.env, RELAY_SECRET: webhookSecret };

const running = new Set<ChildProcess>();

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const relay = (command: string, data?: string): Promise<Ended> => relayText(`${command} --json`, data);

async function relayText(command: string, data?: string): Promise<Ended> {
  const args = ['relay', ...command.split(' '), ...(data === undefined ? [] : ['--data', data])];
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** A relay as people run it: `url` is what it printed. */
async function start(data: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const args = ['relay', 'start', '--json', '--port', '0', '--data', data, '--secret-env', 'RELAY_SECRET'];
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { url } = JSON.parse(String((await lines.next()).value)) as { url: string };
  return { child, url };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  return (await exit)[0];
}

describe('service-cli relay', () => {
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  it('loses and repeats no answered delivery when it is killed', () =>
    withTempFolder(async (data) => {
      const created = await relay('key create --project mine', data);
      const { key } = JSON.parse(created.stdout) as { key: string };
      const first = await start(data);
      const stream = await Listening.open(first.url, key);
      await stream.next();
      const answered: string[] = [];
      const deliverUntilItIsGone = async (): Promise<void> => {
        try {
          for (;;) {
            const body = gateWebhookBody('mine');
            await deliver(first.url, body);
            answered.push(body);
          }
        } catch (error) {
          assert(Failure.is(error, 'unreachable'), String(error));
        }
      };
      const deliveries = Promise.all(Array.from({ length: 4 }, deliverUntilItIsGone));
      // In the middle of it: some are answered, some are heard.
      const heard = await stream.sequences(50);
      await ended(first.child, 'SIGKILL');
      await deliveries;
      heard.push(...(await stream.rest()));

      const second = await start(data);
      const again = await Listening.open(second.url, key, stream.lastEventId);
      assert.equal((await again.next())?.name, 'hello');
      // One more, so that the test sees where the missed events end.
      assert.equal(await deliver(second.url, gateWebhookBody('mine')), 204);
      const health = (await (await fetch(`${second.url}/healthz`)).json()) as { lastSequence: number };
      while (heard.at(-1) !== health.lastSequence) heard.push(...(await again.sequences(1)));
      assert.deepEqual(
        heard,
        heard.map((_, index) => index + 1),
      );
      assert(heard.length > answered.length, `${heard.length} heard, ${answered.length} answered`);
      again.close();
      assert.equal(await ended(second.child, 'SIGTERM'), 0);
    }));

  it('writes each line of its log as JSON with --log-format json', () =>
    withTempFolder(async (data) => {
      const command = 'relay start --port 0 --log-format json --drain-seconds 0 --data';
      const args = [...command.split(' '), data];
      const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      running.add(child);
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      await once(child.stdout, 'data');
      assert.equal(await ended(child, 'SIGTERM'), 0);
      const lines = stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string>);
      assert.deepEqual(
        lines.map(({ level, message }) => [level, message]),
        [
          [
            'warn',
            'Without --secret-env the relay accepts deliveries from everyone who can reach this port.',
          ],
          ['info', 'The relay ends its streams and stops.'],
        ],
      );
      for (const { time } of lines) assert(!Number.isNaN(Date.parse(time ?? '')), time);
    }));

  it('prints for a new key what docs/relay.md shows', () =>
    withTempFolder(async (data) => {
      const { stdout } = await relayText('key create --project KEY --name kim', data);
      const page = readFileSync(join(import.meta.dirname, '../../../docs/relay.md'), 'utf8');
      const [, shown] = /^```text\n(.*?)^```$/ms.exec(page) ?? [];
      const stable = (text = ''): string =>
        text
          .replace(/Key \w{8}/, 'Key ID')
          .replace(/\d{4}-\S+Z/, 'DATE')
          .replace(/srk_\S+/, 'srk_');
      assert.equal(stable(stdout), stable(shown));
    }));

  it('refuses an option in the place of the value of --allowed-host', async () => {
    const { code, stderr } = await relay('start --allowed-host --unsigned');
    assert.equal(code, 2);
    assert.match(stderr, /--allowed-host .*The value is missing/);
  });

  it('makes, lists and revokes keys while it runs, and shows each key once', () =>
    withTempFolder(async (data) => {
      const { child, url } = await start(data);
      const created = await relay('key create --project a --project b --name Kim', data);
      const { key, id, projects } = JSON.parse(created.stdout) as Record<'key' | 'id', string> & {
        projects: string[];
      };
      assert.deepEqual(projects, ['a', 'b']);
      const stream = await Listening.open(url, key);
      await stream.next();
      const list = (await relay('key list', data)).stdout;
      assert.deepEqual((JSON.parse(list) as { name: string }).name, 'Kim');
      assert(!list.includes(key));
      assert.equal((await relay(`key revoke ${id}`, data)).code, 0);
      assert.equal(await stream.next(), undefined);
      assert.equal((await relay('key revoke nobody', data)).code, 1);
      assert.equal(await ended(child, 'SIGTERM'), 0);
    }));

  for (const [command, problem] of [
    ['start --port 70000', 'a port that is none'],
    ['start --secret-env NOT_SET_ANYWHERE', 'a variable that is not set'],
    ['start --host 0.0.0.0', 'an open address without a secret'],
    ['start --tls-cert x.pem', 'half a certificate'],
    ['key create', 'a key for nothing'],
  ] as const)
    it(`refuses ${problem} with exit code 2`, () =>
      withTempFolder(async (data) => {
        const { code, stdout } = await relay(command, data);
        assert.deepEqual([code, stdout], [2, '']);
      }));
});

describe('the log of a relay', () => {
  const message = 'a\u202Eb \u2028 \u009B2J\nx';

  for (const format of ['text', 'json'] as const)
    it(`shows as ${format} each message on one line without characters that a terminal obeys`, () => {
      let written = '';
      const log = operatorLog(
        format,
        (line) => (written += line),
        () => 0,
      );
      log.warn(message);
      assert.match(written, /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u);
      if (format === 'json')
        assert.deepEqual(JSON.parse(written), { time: '1970-01-01T00:00:00.000Z', level: 'warn', message });
    });
});
