import assert from 'node:assert/strict';
import { Election } from '../../../../../src/core/gate/windows/election.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { Process } from '../../../../simulation/process.ts';
import { VirtualClock } from '../../../../simulation/virtualClock.ts';

const log = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** What the design names. */
const heartbeatMs = 2000;

function ignore(): void {
  // Nobody reads it.
}

/** Two windows that stand for one connection. */
function twoWindows() {
  const clock = new VirtualClock();
  const disk = new Disk();
  const pulses = [true, true];
  const processes = [new Process('a', clock), new Process('b', clock)] as const;
  const windows = processes.map((process, index) => {
    const { lockOf } = disk.filesFor(process);
    const pulse = () => (pulses[index] ? Promise.resolve(true) : new Promise<boolean>(() => undefined));
    const election = new Election({ lockOf, epochFloor: () => 4, pulse, clock: process.clock, log });
    election.standFor(['c']);
    return election;
  });
  const epochs = () => windows.map((window) => window.epochOf('c'));
  return { clock, disk, pulses, processes, windows, epochs };
}

describe('Election', () => {
  it('elects one window, with an epoch above all that the journal has seen', async () => {
    const { clock, epochs } = twoWindows();
    await clock.advance(10 * heartbeatMs);
    assert.deepEqual(epochs().toSorted(), [5, undefined]);
  });

  it('replaces a killed leader within two heartbeats', async () => {
    const { clock, processes, epochs } = twoWindows();
    await clock.advance(heartbeatMs);
    const leader = epochs().findIndex((epoch) => epoch !== undefined);
    processes[leader === 0 ? 0 : 1].kill();
    await clock.advance(2 * heartbeatMs);
    assert.equal(epochs()[1 - leader], 6);
  });

  it('replaces at once a leader that closes', async () => {
    const { clock, windows, epochs } = twoWindows();
    await clock.advance(heartbeatMs);
    const leader = epochs().findIndex((epoch) => epoch !== undefined);
    windows[leader]?.dispose();
    await clock.advance(heartbeatMs);
    assert.equal(epochs()[1 - leader], 6);
  });

  it('replaces a leader that sleeps, and the sleeper knows when it wakes', async () => {
    const { clock, processes, epochs } = twoWindows();
    await clock.advance(heartbeatMs);
    const leader = epochs().findIndex((epoch) => epoch !== undefined);
    processes[leader === 0 ? 0 : 1].sleep(60_000);
    await clock.advance(30_000);
    assert.equal(epochs()[1 - leader], 6);
    await clock.advance(60_000);
    assert.equal(epochs()[leader], undefined);
  });

  it('takes the lead from a window on no screen: its host lives, and nobody sees it', async () => {
    const { clock, pulses, epochs } = twoWindows();
    await clock.advance(heartbeatMs);
    const leader = epochs().findIndex((epoch) => epoch !== undefined);
    pulses[leader] = false;
    await clock.advance(30_000);
    assert.deepEqual([epochs()[leader], epochs()[1 - leader]], [undefined, 6]);
  });

  it('leaves the lead to others for a while after it had to step down', async () => {
    const { clock, windows, epochs } = twoWindows();
    await clock.advance(heartbeatMs);
    const leader = epochs().findIndex((epoch) => epoch !== undefined);
    windows[leader]?.stepDown('c');
    await clock.advance(2 * heartbeatMs);
    assert.deepEqual([epochs()[leader], epochs()[1 - leader]], [undefined, 6]);
  });

  it('keeps its leader while the disk takes no writes', async () => {
    const { clock, disk, epochs } = twoWindows();
    await clock.advance(heartbeatMs);
    const before = epochs();
    disk.isFull = true;
    await clock.advance(60_000);
    assert.deepEqual(epochs(), before);
  });
});
