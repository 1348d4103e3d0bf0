import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { bundleOptions, bundles } from '../../../../scripts/bundles.ts';
import type * as declared from '../../../../deploy/npm/webhooks.d.ts';
import type * as library from '../../../../src/entrypoints/webhooks.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

const root = join(import.meta.dirname, '../../../..');
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
const secret = '0123456789abcdef';

/** Returns the text of the only block of the page in a language; of shell, the one that has a word. */
function sample(language: string, word = ''): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))];
  const [found, ...more] = blocks.map(([, text = '']) => text).filter((text) => text.includes(word));
  assert.ok(found !== undefined && more.length === 0, language);
  return found;
}

/** A signed request as a real server sent it, byte for byte. */
function recordedDelivery(): { readonly signature: string; readonly body: Buffer } {
  const file = 'test/fixtures/real/26.9.0/webhooks/analysis-ok-global-signed.http';
  const bytes = readFileSync(join(root, file));
  const end = bytes.indexOf('\r\n\r\n');
  const signature = /^X-Sonar-Webhook-HMAC-SHA256: (\w+)/m.exec(bytes.subarray(0, end).toString())?.[1];
  assert.ok(signature);
  return { signature, body: bytes.subarray(end + 4) };
}

/** Starts a receiver, sends it the recorded delivery and a changed one, and returns statuses and output. */
async function receive(command: string, args: readonly string[]): Promise<readonly unknown[]> {
  const child = spawn(command, args, {
    env: { ...process.env, HOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  try {
    const url = String((await lines.next()).value).replace('Listening on ', '');
    const { signature, body } = recordedDelivery();
    const post = async (text: string): Promise<number> => {
      const headers = { 'X-Sonar-Webhook-HMAC-SHA256': signature };
      return (await createHttp().send({ method: 'POST', url, headers, body: text })).status;
    };
    const statuses = [await post(`${body.toString()} `), await post(body.toString())];
    const printed: unknown = (await lines.next()).value;
    return [...statuses, printed];
  } finally {
    child.kill();
    await exited;
  }
}

const expected = (): readonly unknown[] => {
  const { project, qualityGate } = JSON.parse(recordedDelivery().body.toString()) as {
    project: { key: string };
    qualityGate: { status: string };
  };
  return [401, 204, `${project.key} ${qualityGate.status}`];
};

const isMissing = (program: string): boolean => spawnSync(program, ['version']).error !== undefined;

describe('the samples of docs/webhooks.md', () => {
  it('Node: accepts a recorded delivery with the library as it is installed, and no changed one', () =>
    withTempFolder(async (folder) => {
      const home = join(folder, 'node_modules/service-cli');
      mkdirSync(join(home, 'dist'), { recursive: true });
      const outfile = join(home, 'dist/webhooks.js');
      await build({ ...bundleOptions(true), entryPoints: [bundles.webhooks?.entry ?? ''], outfile });
      const exports = { './webhooks': './dist/webhooks.js' };
      writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'service-cli', exports }));
      const file = join(folder, 'receiver.mjs');
      writeFileSync(file, sample('js'));
      assert.deepEqual(await receive(process.execPath, [file]), expected());
    }));

  it('Python: accepts a recorded delivery, and no changed one', function () {
    if (isMissing('python3')) return this.skip();
    return withTempFolder(async (folder) => {
      const file = join(folder, 'receiver.py');
      writeFileSync(file, sample('python'));
      assert.deepEqual(await receive('python3', [file]), expected());
    });
  });

  it('openssl: prints the signature of a recorded delivery', function () {
    if (isMissing('openssl')) return this.skip();
    return withTempFolder((folder) => {
      const { signature, body } = recordedDelivery();
      writeFileSync(join(folder, 'body.json'), body);
      const options = {
        cwd: folder,
        env: { ...process.env, HOOK_SECRET: secret },
        encoding: 'utf8',
      } as const;
      assert.equal(execFileSync('sh', ['-c', sample('sh', 'openssl')], options).trim(), signature);
    });
  });
});

type Options<L extends typeof declared | typeof library> = Omit<
  Parameters<L['listenForWebhooks']>[0],
  'receiver'
>;

/** These compile only while the declarations of the package describe the library. */
export const functions = (
  given: Pick<typeof library, 'isSignedBy' | 'parsePayload'>,
): Pick<typeof declared, 'isSignedBy' | 'parsePayload'> => given;
export const receiver = (given: library.WebhookReceiver): declared.WebhookReceiver => given;
export const options = (given: Options<typeof declared>): Options<typeof library> => given;
