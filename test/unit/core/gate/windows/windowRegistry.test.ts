import assert from 'node:assert/strict';
import { WindowRegistry } from '../../../../../src/core/gate/windows/windowRegistry.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { Process } from '../../../../simulation/process.ts';
import { settle, VirtualClock } from '../../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';

/** The durations of the design. */
const retryMs = 5000;

/** Windows `a` and `b` of one editor. */
async function twoWindows() {
  const clock = new VirtualClock();
  const disk = new Disk();
  const log = new CollectingLog();
  const published: string[] = [];
  const open = async (window: string) => {
    const { registryStore } = disk.filesFor(new Process(window, clock));
    const publish: typeof registryStore.publish = (record) => {
      published.push(record.window);
      return registryStore.publish(record);
    };
    const registry = new WindowRegistry(window, { registryStore: { ...registryStore, publish }, clock, log });
    await registry.start();
    return registry;
  };
  return { clock, disk, log, published, a: await open('a'), b: await open('b') };
}

const gate = (connection: string, project: string, branch?: string) => ({ connection, project, branch });

describe('WindowRegistry', () => {
  it('knows whether any window, and whether another one, has the focus', async () => {
    const { a, b } = await twoWindows();
    assert.deepEqual([a.isAnyFocused, a.isOtherFocused], [false, false]);
    await a.publish({ isFocused: true });
    await settle();
    assert.deepEqual([a.isAnyFocused, a.isOtherFocused], [true, false]);
    assert.deepEqual([b.isAnyFocused, b.isOtherFocused], [true, true]);
  });

  for (const [own, other, isLater] of [
    [1, 2, true],
    [2, 1, false],
    [1, undefined, false],
    [undefined, 1, true],
  ] as const)
    it(`says that a window focused at ${other} is ${isLater ? '' : 'not '}later than its own at ${own}`, async () => {
      const { a, b } = await twoWindows();
      await a.publish({ isFocused: true, focusedAt: own });
      await b.publish({ isFocused: true, focusedAt: other });
      await settle();
      assert.equal(a.isOtherFocusedLater, isLater);
    });

  it('takes the window with the greater name for the later one of two that got the focus at once', async () => {
    const { a, b } = await twoWindows();
    for (const registry of [a, b]) await registry.publish({ isFocused: true, focusedAt: 1 });
    await settle();
    assert.deepEqual([a.isOtherFocusedLater, b.isOtherFocusedLater], [true, false]);
  });

  it('lists each gate of a connection that any window watches once', async () => {
    const { a, b } = await twoWindows();
    await a.publish({ gates: [gate('c', 'p'), gate('c', 'p', 'fix'), gate('d', 'x')] });
    await b.publish({ gates: [gate('c', 'p'), gate('c', 'q')] });
    await settle();
    assert.deepEqual(a.gatesOf('c'), [
      { project: 'p', branch: undefined },
      { project: 'p', branch: 'fix' },
      { project: 'q', branch: undefined },
    ]);
  });

  it('keeps the other fields when a window publishes one', async () => {
    const { a, b } = await twoWindows();
    await a.publish({ gates: [gate('c', 'p')] });
    await a.publish({ isFocused: true });
    await settle();
    assert.deepEqual([b.gatesOf('c').length, b.isOtherFocused], [1, true]);
  });

  it('notifies listeners in all windows when a window publishes', async () => {
    const { a, b } = await twoWindows();
    const heard: string[] = [];
    a.onDidChange(() => heard.push('a'));
    b.onDidChange(() => heard.push('b'));
    const said = a.publish({ isFocused: true });
    assert.deepEqual(heard, ['a']);
    await said;
    await settle();
    assert.ok(heard.includes('b'));
  });

  it('publishes its record again five seconds after a failed write, and logs the reason', async () => {
    const { clock, disk, log, a, b } = await twoWindows();
    disk.isFull = true;
    await a.publish({ isFocused: true });
    assert.equal(a.isAnyFocused, true);
    assert.ok(log.lines.some((line) => line.includes('no space left')));
    disk.isFull = false;
    await clock.advance(retryMs - 1);
    assert.equal(b.isOtherFocused, false);
    await clock.advance(1);
    assert.equal(b.isOtherFocused, true);
  });

  it('publishes its record once more after two failed writes', async () => {
    const { clock, disk, published, a } = await twoWindows();
    disk.isFull = true;
    await a.publish({ isFocused: true });
    await clock.advance(1000);
    await a.publish({ isFocused: false });
    assert.deepEqual(published, ['a', 'a']);
    disk.isFull = false;
    await clock.advance(2 * retryMs);
    assert.deepEqual(published, ['a', 'a', 'a']);
  });

  it('neither publishes nor fires after its end', async () => {
    const { clock, disk, a, b } = await twoWindows();
    disk.isFull = true;
    await a.publish({ isFocused: true });
    let changes = 0;
    a.onDidChange(() => changes++);
    a.dispose();
    disk.isFull = false;
    await clock.advance(2 * retryMs);
    await a.publish({ isFocused: true });
    await b.publish({ isFocused: true });
    await settle();
    assert.deepEqual([b.isOtherFocused, a.isOtherFocused, changes], [false, false, 0]);
  });
});
