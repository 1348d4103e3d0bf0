import assert from 'node:assert/strict';
import { Emitter } from '../../src/core/events.ts';
import { relayKeyName, RelayPushes } from '../../src/extension/push/relayPushes.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { startServer, type TestServer } from '../support/httpServer.ts';

/** A window that polls project `p`, with a relay in its settings. A change of `settings` takes effect with `apply`. */
function openWindow(settings: { address: string; key: string | undefined }) {
  const keyChanges = new Emitter<string>(assert.ifError);
  const leadership = new Emitter<void>(assert.ifError);
  const warnings: string[] = [];
  const pushes = new RelayPushes({
    settings: { read: () => settings.address as never },
    tokenStore: { get: () => Promise.resolve(settings.key), onDidChange: keyChanges.event },
    log: new CollectingLog(),
    report: assert.ifError,
    warn: (text: string) => {
      warnings.push(text);
      return Promise.resolve(undefined);
    },
  });
  const states: (string | undefined)[] = [];
  pushes.onDidChange(() => states.push(pushes.status?.state));
  return {
    pushes,
    warnings,
    /** The reports at each change, oldest first. */
    states,
    start: () =>
      pushes.start({
        ledProjects: () => [{ connection: 'one', project: 'p' }],
        onDidChangeLeadership: leadership.event,
        receivePush: () => Promise.resolve(),
      }),
    apply: () => leadership.fire(),
    changeKey: () => keyChanges.fire(relayKeyName),
    /** Resolves when a change to the state has been reported. */
    reports: (state: string) =>
      new Promise<void>((resolve) => {
        const listening = pushes.onDidChange(() => {
          if (pushes.status?.state !== state) return;
          listening.dispose();
          resolve();
        });
      }),
  };
}

describe('the relay of a window that polls', () => {
  let relay: TestServer;

  before(async () => {
    relay = await startServer((_, answer) => answer.writeHead(401).end());
  });
  after(() => relay.stop());

  it('is reported as connecting from the start until it answers', async () => {
    const { pushes, states, start, reports } = openWindow({ address: relay.url, key: 'srk_unknown' });
    const refused = reports('refused');
    start();
    await refused;
    assert.deepEqual([...new Set(states)], ['connecting', 'refused']);
    pushes.dispose();
  });

  it('without a key is reported, and causes one warning for each address, also if the addresses alternate', async () => {
    const settings = { address: 'https://a.example', key: undefined };
    const { pushes, warnings, start, apply, reports } = openWindow(settings);
    const missing = reports('keyMissing');
    start();
    await missing;
    for (const address of ['https://b.example', 'https://a.example', 'https://b.example', '']) {
      settings.address = address;
      apply();
      await new Promise(setImmediate);
    }
    assert.deepEqual(
      warnings.map((text) => /https:\/\/(.)/.exec(text)?.[1]),
      ['a', 'b'],
    );
    pushes.dispose();
  });

  it('causes another warning after its key has changed', async () => {
    const { pushes, warnings, start, changeKey, reports } = openWindow({
      address: relay.url,
      key: undefined,
    });
    const missing = reports('keyMissing');
    start();
    await missing;
    changeKey();
    await new Promise(setImmediate);
    assert.equal(warnings.length, 2);
    pushes.dispose();
  });
});
