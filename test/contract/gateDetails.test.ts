import assert from 'node:assert/strict';
import { readGateDetails, type GateDetails } from '../../src/core/gate/details.ts';
import type { GateId } from '../../src/core/gate/model.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { fieldOf } from '../support/lists.ts';
import { usePlatform } from './usePlatform.ts';

const clean = { 'a.ts': { source: 'one\ntwo\nthree' } };
const dirty = { 'a.ts': { source: 'one\ntwo\nthree', issues: [{ line: 1 }, { line: 2 }, { line: 3 }] } };

describe('the details of a gate', () => {
  const { platform, admin } = usePlatform({ edition: 'developer' });
  let log: CollectingLog;

  before(async () => {
    await admin.project('p', 'P');
    await admin.gate(
      'Strict',
      [
        ['violations', 'GT', '1'],
        ['ncloc', 'GT', '1000'],
        ['coverage', 'LT', '80'],
      ],
      'p',
    );
    await admin.analyse('p', { files: clean });
    await admin.analyse('p', { files: dirty });
    await admin.analyse('p', { files: clean, branch: 'fix' });
  });
  beforeEach(() => (log = new CollectingLog()));

  const read = (gate: GateId): Promise<GateDetails> =>
    readGateDetails(admin.api(platform.token, log), gate, log);

  it('give threshold, difference and issues of each failing condition', async () => {
    const { status, conditions } = await read({ project: 'p' });
    assert.equal(status, 'ERROR');
    const [first] = conditions;
    assert.ok(first?.isFailing);
    assert.deepEqual(
      [
        first.metric,
        first.name,
        first.isNewCode,
        first.comparator,
        first.threshold,
        first.actual,
        first.excess,
      ],
      ['violations', 'Issues', false, 'GT', '1', '3', 2],
    );
    assert.equal(first.issues?.total, 3);
    assert.equal(first.issues.items[0]?.component, 'p:a.ts');
    assert.equal(log.lines.length, 4, 'requests');
    assert.ok(log.lines.every((line) => line.endsWith('→ 200')));
  });

  it('list failing conditions first, with their history', async () => {
    const { conditions, history } = await read({ project: 'p' });
    const failing = conditions.map(({ isFailing }) => isFailing);
    assert.deepEqual(
      failing,
      failing.toSorted((a, b) => Number(b) - Number(a)),
    );
    assert.deepEqual(fieldOf(history, 'value'), ['OK', 'ERROR']);
    assert.ok(history.every(({ at }, index) => index === 0 || at >= (history[index - 1]?.at ?? 0)));
    assert.equal(conditions[0]?.history.at(-1)?.value, '3');
  });

  it('can be those of a branch', async () => {
    const { status, conditions } = await read({ project: 'p', branch: 'fix' });
    assert.equal(status, 'OK');
    assert.ok(conditions.every(({ isFailing, excess, issues }) => !isFailing && !excess && !issues));
  });

  it('are refused for an unknown project', () =>
    assert.rejects(read({ project: 'none' }), { code: 'notFound' }));
});
