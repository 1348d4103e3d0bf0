import assert from 'node:assert/strict';
import type { DeveloperEvent } from '../../../../../src/core/api/developerEvents.ts';
import {
  eventQuery,
  GateEvents,
  projectObservationsOf,
} from '../../../../../src/core/gate/poll/gateEvents.ts';

const day = 24 * 3_600_000;

const event = (more: Partial<DeveloperEvent> = {}): DeveloperEvent => ({
  category: 'QUALITY_GATE',
  message: 'failed',
  link: undefined,
  project: 'p',
  branch: undefined,
  pullRequest: undefined,
  assignee: undefined,
  at: 10,
  ...more,
});
const gate = (more: { branch?: string } = {}) => ({ project: 'p', ...more });
const collected = (...events: DeveloperEvent[]): GateEvents => {
  const all = new GateEvents();
  all.add(events);
  return all;
};

describe('the events of gates', () => {
  it('gives the newest event of a gate, in whichever order they come, and the last of the same time', () => {
    const [older, newer, twin] = [event({ at: 1 }), event({ at: 2 }), event({ at: 2, message: 'later' })];
    assert.equal(collected(older, newer).newOf(gate(), undefined), newer);
    assert.equal(collected(newer, older).newOf(gate(), undefined), newer);
    assert.equal(collected(newer, twin).newOf(gate(), undefined), twin);
    const undated = event({ at: undefined });
    assert.equal(collected(newer, undated).newOf(gate(), undefined), newer);
    assert.equal(collected(undated, newer).newOf(gate(), undefined), newer);
  });

  it('keeps branches and projects apart, and leaves out events that are not about a gate', () => {
    const [main, branch] = [event(), event({ branch: 'b' })];
    const all = collected(main, branch, event({ category: 'NEW_ISSUES', at: 99 }));
    assert.equal(all.newOf(gate(), undefined), main);
    assert.equal(all.newOf(gate({ branch: 'b' }), undefined), branch);
    assert.equal(all.newOf({ project: 'other' }, undefined), undefined);
  });

  it('does not give an event that an earlier poll has seen', () => {
    const pairs: [DeveloperEvent, DeveloperEvent][] = [
      [event(), event({ at: 11 })],
      [event({ branch: 'b' }), event({ branch: 'b', at: 11 })],
      [event({ at: undefined, link: 'a' }), event({ at: undefined, link: 'b' })],
    ];
    for (const [seen, other] of pairs) {
      const [{ events = [] } = {}] = projectObservationsOf([seen]);
      const record = { key: 'p', events: [...events] };
      assert.equal(collected(seen).newOf(seen, record), undefined);
      assert.equal(collected(other).newOf(other, record), other);
    }
  });

  it('distinguishes events of two branches at the same time', () => {
    const [{ events = [] } = {}] = projectObservationsOf([event()]);
    const branch = event({ branch: 'b' });
    assert.equal(collected(branch).newOf(branch, { key: 'p', events: [...events] }), branch);
  });

  it('are requested from a day before the newest known one, and from long ago where none is known', () => {
    assert.deepEqual(eventQuery('p', { key: 'p', cursor: 5 * day, events: [] }), {
      project: 'p',
      since: 4 * day,
    });
    const { since } = eventQuery('p', undefined);
    assert.equal(new Date(since).toISOString(), '2000-01-01T00:00:00.000Z');
  });

  it('give the newest date of each project, none where no date can be read', () => {
    const events = [
      event({ at: 3 }),
      event({ at: 7 }),
      event({ at: undefined }),
      event({ project: 'q', at: undefined }),
    ];
    assert.deepEqual(
      projectObservationsOf(events).map(({ key, cursor, events: seen }) => [key, cursor, seen?.length]),
      [
        ['p', 7, 3],
        ['q', undefined, 1],
      ],
    );
  });
});
