import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, bundles } from '../../../../scripts/bundles.ts';
import type * as library from '../../../../src/entrypoints/webhooks.ts';
import { sign } from '../../../../src/core/webhooks/signature.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

describe("require('service-cli/webhooks')", () =>
  it('is a receiver as docs/webhooks.md shows it', () =>
    withTempFolder(async (folder) => {
      const outfile = join(folder, 'webhooks.cjs');
      await build({ ...bundleOptions(true), entryPoints: [bundles.webhooks?.entry ?? ''], outfile });
      const { WebhookReceiver, listenForWebhooks } = createRequire(import.meta.url)(
        outfile,
      ) as typeof library;
      const secret = '0123456789abcdef';
      const body = '{"status":"SUCCESS","project":{"key":"mine"},"qualityGate":{"status":"ERROR"}}';
      let told: (line: string) => void = () => undefined;
      const seen = new Promise<string>((resolve) => (told = resolve));
      const listener = await listenForWebhooks({
        receiver: new WebhookReceiver({ secrets: [secret] }),
        port: 0,
        path: '/hook',
        onDelivery: (received) => {
          if (received.kind === 'accepted') {
            const { project, gate } = received.payload;
            told(`${String(project.key)} ${String(gate?.status)}`);
          }
          return Promise.resolve();
        },
        onError: (error) => {
          throw error;
        },
      });
      try {
        const headers = { 'X-Service-Webhook-HMAC-SHA256': sign(Buffer.from(body), secret) };
        const { status } = await createHttp().send({ method: 'POST', url: listener.url, headers, body });
        assert.deepEqual([status, await seen], [204, 'mine ERROR']);
      } finally {
        await listener.stop();
      }
    })));
