import assert from 'node:assert/strict';
import { connection, minute, startMonitor } from '../startMonitor.ts';

describe('a watched project that the answers lack', () =>
  it('is asked for by name every ten minutes', async () => {
    const { clock, paths, monitor } = await startMonitor();
    const lookups = () => paths().filter((path) => path === 'qualitygates/project_status').length;
    monitor.watch(['p', 'gone'].map((project) => ({ connection, project })));
    await clock.advance(9 * minute);
    assert.equal(monitor.journal.gateOf('one', 'gone').hidden?.code, 'notFound');
    assert.equal(lookups(), 1);
    await clock.advance(3 * minute);
    assert.equal(lookups(), 2);
  }));
