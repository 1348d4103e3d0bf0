import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { startEmulator } from '../../src/emulator/emulator.ts';
import { Provisioner } from './provision.ts';
import { recordedVersions } from './recorded.ts';

/** Of the 75 s that were recorded; it comes every 20 s. */
const heartbeats = 3;
const periodMs = 20_000;

interface Stream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function parse(raw: string): Stream {
  const end = raw.indexOf('\r\n\r\n');
  const [first = '', ...lines] = raw.slice(0, end).split('\r\n');
  const headers = lines.map((line) => line.split(': ', 2) as [string, string]);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: raw.slice(end + 4),
  };
}

for (const version of recordedVersions)
  describe(`the event stream of the embedded platform as ${version}`, () => {
    it('stays open without events, like the recorded one', async () => {
      const platform = await startEmulator({ serverVersion: version });
      mock.timers.enable({ apis: ['setInterval'] });
      try {
        await new Provisioner(platform.url, platform.token).project('gate');
        const socket = connect(Number(new URL(platform.url).port), '127.0.0.1');
        const authorization = `Basic ${Buffer.from(`${platform.token}:`).toString('base64')}`;
        socket.write(
          `GET /api/push/sonarlint_events?projectKeys=gate&languages=py HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: ${authorization}\r\n\r\n`,
        );
        let raw = '';
        for await (const chunk of socket) {
          raw += String(chunk);
          // Each piece of the answer, the head first, lets the next period pass.
          if (raw.includes('\r\n\r\n') && parse(raw).body.length < 2 * heartbeats) mock.timers.tick(periodMs);
          else if (raw.includes('\r\n\r\n')) break;
        }
        const file = join(import.meta.dirname, `../fixtures/real/${version}/sse-75s-no-events.raw`);
        const recorded = parse(readFileSync(file, 'latin1'));
        const heard = parse(raw);
        assert.deepEqual([heard.status, heard.body], [recorded.status, recorded.body]);
        for (const name of ['Content-Type', 'Connection'])
          assert.equal(heard.headers[name], recorded.headers[name]);
      } finally {
        mock.timers.reset();
        await platform.stop();
      }
    });
  });
