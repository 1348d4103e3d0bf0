import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { SessionBus } from '../../../../../src/node/credentials/secretService/sessionBus.ts';
import {
  type Answers,
  errorTo,
  handshake,
  replyTo,
  withFakeBus,
} from '../../../../support/fakeSessionBus.ts';
import { withTempFolder } from '../../../../support/tempFolder.ts';

/** Answers `Hello`, and lets `others` answer the rest. */
const bus =
  (others: Answers): Answers =>
  (call) =>
    call.member === 'Hello' ? [replyTo(call, 's', [':1.1'])] : others(call);

const ping = { destination: 'a.b', path: '/a', interface: 'a.b', member: 'Ping' };
const pong = z.tuple([z.string()]);

/** Connects with this environment, calls a method and returns its text. */
async function call(env: NodeJS.ProcessEnv, callMs?: number): Promise<string> {
  const connection = await SessionBus.connect(env, callMs === undefined ? {} : { callMs });
  try {
    const [text] = await connection.call(ping, pong);
    return text;
  } finally {
    connection.close();
  }
}

const inFolder = (use: (socket: string, address: string) => Promise<void>): Promise<void> =>
  withTempFolder((folder) => use(join(folder, 'a bus'), `unix:path=${join(folder, 'a%20bus')}`));

describe('the session bus', () => {
  const answers = bus((asked) => [replyTo(asked, 's', ['pong'])]);

  it('is the first socket of this machine that the environment names', () =>
    inFolder((socket, address) =>
      withFakeBus(socket, answers, async () => {
        const others = 'tcp:host=example.com,port=1;unixexec:path=/bin/false;unix:tmpdir=/tmp';
        const env = { DBUS_SESSION_BUS_ADDRESS: `${others};${address},guid=0123;unix:path=/none` };
        assert.equal(await call(env), 'pong');
      }),
    ));

  it('is an abstract socket where the environment names one', async function () {
    if (process.platform !== 'linux') this.skip();
    const name = `service-ide-test-${process.pid}`;
    await withFakeBus(`\0${name}`, answers, async () => {
      assert.equal(await call({ DBUS_SESSION_BUS_ADDRESS: `unix:abstract=${name},guid=1` }), 'pong');
    });
  });

  it('is the socket of systemd where the environment names no address', () =>
    withTempFolder((folder) => {
      mkdirSync(join(folder, 'run'));
      return withFakeBus(join(folder, 'run/bus'), answers, async () => {
        assert.equal(await call({ XDG_RUNTIME_DIR: join(folder, 'run') }), 'pong');
      });
    }));

  it('is none where the environment names only programs and other machines [U3]', async () => {
    for (const address of ['unixexec:path=/bin/sh', 'tcp:host=localhost,port=1', 'unix:path=%zz', ''])
      await assert.rejects(call({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: '/none' }), {
        code: 'storage',
      });
  });

  it('may answer in pieces', () =>
    inFolder((socket, address) => {
      const inPieces = bus((asked) => [...replyTo(asked, 's', ['pong'])].map((byte) => Buffer.from([byte])));
      return withFakeBus(socket, inPieces, async () => {
        assert.equal(await call({ DBUS_SESSION_BUS_ADDRESS: address }), 'pong');
      });
    }));

  const faults: readonly (readonly [string, Answers, string, string?])[] = [
    ['refuses the user', answers, 'storage', 'REJECTED EXTERNAL\r\n'],
    ['speaks another protocol', answers, 'storage', `HTTP/1.1 400 ${'x'.repeat(600)}`],
    ['answers an error', bus((asked) => [errorTo(asked, 'a.b.Error')]), 'storage'],
    ['is silent after the handshake', () => [], 'storage'],
    ['is silent', answers, 'storage', ''],
    ['answers another type', bus((asked) => [replyTo(asked, 'u', [1])]), 'malformed'],
    ['answers too much', bus(() => [Buffer.from('6c02000100000040010000000000000000', 'hex')]), 'malformed'],
    ['answers nonsense', bus(() => [Buffer.alloc(64, 'l')]), 'malformed'],
  ];
  for (const [fault, faulty, code, welcome = handshake] of faults)
    it(`ends every call when it ${fault}`, () =>
      inFolder((socket, address) =>
        withFakeBus(
          socket,
          faulty,
          async () => {
            await assert.rejects(call({ DBUS_SESSION_BUS_ADDRESS: address }, 200), { code });
          },
          welcome,
        ),
      ));

  it('ends every call when it ends the connection', () =>
    inFolder(async (socket, address) => {
      let connection: SessionBus | undefined;
      const waiting: Promise<unknown>[] = [];
      await withFakeBus(
        socket,
        bus(() => []),
        async () => {
          connection = await SessionBus.connect({ DBUS_SESSION_BUS_ADDRESS: address });
          const { call: signalCall, source } = {
            call: connection.call(ping, pong),
            source: { path: '/a', interface: 'a.b', member: 'Rang' },
          };
          waiting.push(
            assert.rejects(signalCall, { code: 'storage' }),
            assert.rejects(
              connection.signalAfter(source, () => Promise.resolve()),
              { code: 'storage' },
            ),
          );
        },
      );
      await Promise.all(waiting);
      await assert.rejects(connection?.call(ping, pong) ?? Promise.resolve(), { code: 'storage' });
    }));
});
