import assert from 'node:assert/strict';
import type { ConnectionState } from '../../../../src/core/connections/check.ts';
import type { Disposable } from '../../../../src/core/disposables.ts';
import { ConnectionStates } from '../../../../src/extension/connections/states.ts';
import { noTokenWarnings, warnOfTokens } from '../../../../src/extension/connections/tokenWarnings.ts';
import { serverConnection } from '../../../simulation/monitoredWindow.ts';
import { VirtualClock } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { MemoryFile } from '../../../support/memoryFile.ts';

const connection = serverConnection('one');
const connected: ConnectionState = { state: 'connected', version: '26.9', login: 'ada', administers: false };
const refused: ConnectionState = { state: 'tokenRefused' };
const hour = 3_600_000;

/** The windows of an editor with one connection. `warned`: the windows that showed a warning, in order. */
function editor() {
  const clock = new VirtualClock();
  const file = new MemoryFile(noTokenWarnings);
  const platform = { state: connected, daysLeft: undefined as number | undefined, isMuted: false };
  const warned: string[] = [];
  const windows = new Map<string, { states: ConnectionStates; warnings: Disposable }>();
  const open = (name: string, { isOtherInFront = false } = {}) => {
    const states = new ConnectionStates({
      check: () => Promise.resolve(platform.state),
      intervalMs: () => 60_000,
      random: () => 0.5,
      log: new CollectingLog(),
      clock,
    });
    const warnings = warnOfTokens({
      store: { list: () => [connection], get: () => connection },
      states,
      daysLeftOf: () => platform.daysLeft,
      isMuted: () => platform.isMuted,
      file,
      isOtherInFront: () => isOtherInFront,
      show: (_, daysLeft) => {
        warned.push(`${name}: ${daysLeft ?? 'refused'}`);
        return Promise.resolve();
      },
      clock,
      report: assert.ifError,
    });
    windows.set(name, { states, warnings });
  };
  /** Checks the connection in some windows, all by default, and lets the time pass in which they warn. */
  const check = async (ms = 15_000, checked: readonly string[] = [...windows.keys()]) => {
    await Promise.all(checked.flatMap((name) => windows.get(name)?.states.check(connection) ?? []));
    await clock.advance(ms);
  };
  const end = () => {
    for (const { states, warnings } of windows.values()) {
      warnings.dispose();
      states.dispose();
    }
  };
  return { open, check, end, platform, warned, clock };
}

describe('the warning about a token that the platform refuses', () => {
  it('comes once, in the window with the focus', async () => {
    const { open, check, end, platform, warned } = editor();
    open('behind', { isOtherInFront: true });
    open('front');
    open('beside', { isOtherInFront: true });
    await check();
    assert.deepEqual(warned, []);
    platform.state = refused;
    await check();
    await check();
    open('later');
    await check();
    assert.deepEqual(warned, ['front: refused']);
    end();
  });

  it('comes in one of several windows if none has the focus', async () => {
    const { open, check, end, platform, warned } = editor();
    open('one');
    open('other');
    platform.state = refused;
    await check();
    assert.deepEqual(warned, ['one: refused']);
    end();
  });

  it('does not come in a window that learns later than another one that the token was replaced', async () => {
    const { open, check, end, platform, warned } = editor();
    open('front');
    open('behind', { isOtherInFront: true });
    platform.state = refused;
    await check(2000);
    platform.state = connected;
    await check(15_000, ['front']);
    assert.deepEqual(warned, ['front: refused']);
    end();
  });

  it('comes again for a token that was accepted in between', async () => {
    const { open, check, end, platform, warned } = editor();
    open('front');
    for (const state of [refused, connected, refused]) {
      platform.state = state;
      await check();
    }
    assert.deepEqual(warned, ['front: refused', 'front: refused']);
    end();
  });

  it('does not come for a muted connection, or when the token is replaced within a second', async () => {
    const { open, check, end, platform, warned } = editor();
    open('front');
    platform.state = refused;
    platform.isMuted = true;
    await check();
    platform.isMuted = false;
    platform.state = connected;
    await check();
    platform.state = refused;
    await check(500);
    platform.state = connected;
    await check();
    assert.deepEqual(warned, []);
    end();
  });
});

describe('the warning about a token that expires soon', () =>
  it('comes once a day, in one window', async () => {
    const { open, check, end, platform, warned, clock } = editor();
    platform.daysLeft = 6;
    open('behind', { isOtherInFront: true });
    open('front');
    await check();
    await check();
    assert.deepEqual(warned, ['front: 6']);
    platform.daysLeft = 5;
    await clock.advance(24 * hour);
    assert.deepEqual(warned, ['front: 6', 'front: 5']);
    end();
  }));
