import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import {
  connectionOf,
  emptyJournal,
  type Journal,
  journalSchema,
} from '../../../../../src/core/gate/journal/journal.ts';
import { markHidden, observe } from '../../../../../src/core/gate/journal/observe.ts';
import {
  branchOrPullRequest,
  gateKey,
  type GateObservation,
  pullRequestName,
} from '../../../../../src/core/gate/model.ts';
import { acknowledge, claim } from '../../../../../src/core/gate/notify/claims.ts';
import { fieldOf } from '../../../../support/lists.ts';

const seen = { connection: 'c', project: 'p', at: 1, source: 'poll' } as const;
const claimant = { token: 't', window: 'w', now: 2, isMine: () => true };

function see(journal: Journal, status: string, more: Partial<GateObservation> = {}): Journal {
  return observe(journal, 'c', [{ ...seen, status, ...more }]);
}

/** Returns the states before and after each change, with its outcome. */
function summary({ changes }: Journal): string[] {
  return changes.map(({ from, to, outcome }) => `${from}→${to}${outcome ? ` ${outcome.as}` : ''}`);
}

function delivered(journal: Journal): Journal {
  return acknowledge(claim(journal, claimant), 't', 2);
}

describe('observe', () => {
  it('makes the first observation a baseline without a change', () => {
    const journal = see(emptyJournal, 'ERROR');
    assert.deepEqual(journal.changes, []);
    assert.equal(journal.connections[0]?.gates[0]?.status, 'ERROR');
  });

  it('makes a change of every other status', () => {
    assert.deepEqual(summary(see(see(emptyJournal, 'OK'), 'ERROR')), ['OK→ERROR']);
    assert.deepEqual(summary(see(see(emptyJournal, 'OK'), 'NEWER_THAN_WE_ARE')), ['OK→NEWER_THAN_WE_ARE']);
  });

  it('makes a failing first analysis a change, and a passing one not', () => {
    assert.deepEqual(summary(see(see(emptyJournal, 'NONE'), 'ERROR')), ['NONE→ERROR']);
    assert.deepEqual(summary(see(see(emptyJournal, 'NONE'), 'OK')), []);
  });

  it('makes no change of a project that loses its analyses, but of the next failure', () => {
    const lost = see(see(emptyJournal, 'OK'), 'NONE');
    assert.deepEqual(summary(lost), []);
    assert.deepEqual(summary(see(lost, 'ERROR')).length, 1);
  });

  it('changes nothing, not even the object, when nothing changed', () => {
    const journal = see(emptyJournal, 'OK');
    assert.equal(see(journal, 'OK'), journal);
  });

  it('keeps with a passed gate the conditions that failed before, with their former values', () => {
    const conditions = (issues: string, coverage: string) => [
      { metric: 'new_violations', comparator: 'GT', threshold: '0', actual: issues },
      { metric: 'new_coverage', comparator: 'LT', threshold: '80', actual: coverage },
    ];
    const [failing, ...others] = conditions('7', '90');
    assert.ok(failing && others.length === 1);
    const failed = delivered(see(see(emptyJournal, 'OK'), 'ERROR', { details: { conditions: [failing] } }));
    const passed = see(failed, 'OK', { details: { conditions: conditions('0', '91') } });
    assert.deepEqual(passed.changes.at(-1)?.conditions, [{ ...failing, actual: '0', was: '7' }]);
  });

  it('keeps no condition with a passed gate of which no failure is known', () => {
    const conditions = [{ metric: 'new_violations', comparator: 'GT', threshold: '0', actual: '0' }];
    const passed = see(see(emptyJournal, 'ERROR'), 'OK', { details: { conditions } });
    assert.deepEqual(passed.changes[0]?.conditions, []);
  });

  it('ends a change that was undone before its notification, and keeps it in the history', () => {
    const journal = see(see(see(emptyJournal, 'OK'), 'ERROR'), 'OK');
    assert.deepEqual(summary(journal), ['OK→ERROR undone', 'ERROR→OK undone']);
  });

  it('ends a failing first analysis that passed before its notification', () => {
    const journal = see(see(see(emptyJournal, 'NONE'), 'ERROR'), 'OK');
    assert.deepEqual(summary(journal), ['NONE→ERROR undone', 'ERROR→OK undone']);
  });

  it('starts from a claimed change, which may be on the screen already', () => {
    const claimed = claim(see(see(emptyJournal, 'OK'), 'ERROR'), claimant);
    assert.deepEqual(summary(see(claimed, 'OK')), ['OK→ERROR', 'ERROR→OK']);
  });

  it('starts from the notified change', () => {
    const journal = see(delivered(see(see(emptyJournal, 'OK'), 'ERROR')), 'OK');
    assert.deepEqual(summary(journal), ['OK→ERROR toast', 'ERROR→OK']);
  });

  it('makes one change from several observations of the same status', () => {
    const pushed = see(see(emptyJournal, 'OK'), 'ERROR', { source: 'webhook' });
    assert.deepEqual(summary(see(see(pushed, 'ERROR'), 'ERROR', { source: 'doorbell' })), ['OK→ERROR']);
  });

  it('keeps branches and connections apart', () => {
    const journal = see(see(emptyJournal, 'OK'), 'ERROR', { branch: 'b' });
    assert.deepEqual(summary(journal), []);
    const other = observe(journal, 'd', [{ ...seen, connection: 'd', status: 'ERROR' }]);
    assert.deepEqual(summary(other), []);
  });
});

describe('markHidden', () => {
  const gone = { project: 'p', code: 'notFound', at: 5 } as const;

  it('keeps the last status, so that a return is compared with it', () => {
    const journal = markHidden(see(emptyJournal, 'OK'), 'c', [gone]);
    assert.equal(journal.connections[0]?.hidden[0]?.code, 'notFound');
    const back = see(journal, 'ERROR');
    assert.deepEqual(back.connections[0]?.hidden, []);
    assert.deepEqual(summary(back), ['OK→ERROR']);
  });

  it('is undone by the next observation, also by one without a change', () =>
    assert.deepEqual(see(markHidden(see(emptyJournal, 'OK'), 'c', [gone]), 'OK').connections[0]?.hidden, []));

  it('remembers when it was looked for, and changes nothing when nothing is new', () => {
    const journal = markHidden(emptyJournal, 'c', [gone]);
    assert.equal(markHidden(journal, 'c', [gone]), journal);
    assert.equal(markHidden(journal, 'c', [{ ...gone, at: 9 }]).connections[0]?.hidden[0]?.at, 9);
  });
});

const pullRequest = (key: string, status: string) =>
  ({ ...seen, branch: pullRequestName(key), head: 'x', status }) as const;

/** The gates as version 5.0 reads them before pull requests: without `head`, which zod drops. */
const formerGate = z.object({
  project: z.string(),
  branch: z.optional(z.string()),
  status: z.string(),
  since: z.number(),
  source: z.enum(['poll', 'check', 'webhook', 'doorbell']),
  revision: z.number(),
  issuesAt: z.optional(z.number()),
});

/** Returns the journal as an earlier version stores it again after it has read it. */
function throughFormerVersion(journal: Journal): Journal {
  const connections = journal.connections.map((connection) => ({
    ...connection,
    gates: connection.gates.map((gate) => formerGate.parse(gate)),
  }));
  return journalSchema.parse({ ...journal, connections });
}

describe('pull requests in the journal', () => {
  const main = { ...seen, status: 'OK' } as const;

  it('are branches with another name for an earlier version, so that no gate takes the place of another', () => {
    const journal = observe(emptyJournal, 'c', [main, pullRequest('12', 'ERROR')]);
    const gates = connectionOf(throughFormerVersion(journal), 'c')?.gates ?? [];
    assert.deepEqual(
      gates.map((gate) => [gateKey(gate), gate.status]),
      [
        ['p', 'OK'],
        ['p\npull request 12', 'ERROR'],
      ],
    );
  });

  it('get their branch back after an earlier version has stored the journal, without a change', () => {
    const journal = throughFormerVersion(observe(emptyJournal, 'c', [main, pullRequest('12', 'ERROR')]));
    const after = observe(journal, 'c', [pullRequest('12', 'ERROR')]);
    assert.equal(connectionOf(after, 'c')?.gates[1]?.head, 'x');
    assert.deepEqual(after.changes, []);
    assert.equal(observe(after, 'c', [pullRequest('12', 'ERROR')]), after);
  });

  it('count for a branch one at a time', () => {
    const before = observe(emptyJournal, 'c', [pullRequest('9', 'OK')]);
    const { gates = [] } = connectionOf(observe(before, 'c', [pullRequest('10', 'OK')]), 'c') ?? {};
    assert.deepEqual(fieldOf(gates, 'head'), [undefined, 'x']);
  });

  it('have names that give the key back, whatever it is', () => {
    for (const key of ['12', '', ' ', 'pull request 1', '__proto__'])
      assert.deepEqual(branchOrPullRequest(pullRequestName(key)), { pullRequest: key });
    assert.deepEqual(branchOrPullRequest('pull-request'), { branch: 'pull-request' });
    assert.deepEqual(branchOrPullRequest(undefined), {});
  });
});
