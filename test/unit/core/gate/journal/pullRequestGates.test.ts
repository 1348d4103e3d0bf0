import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import {
  connectionOf,
  emptyJournal,
  journalSchema,
  type Journal,
} from '../../../../../src/core/gate/journal/journal.ts';
import { observe } from '../../../../../src/core/gate/journal/observe.ts';
import { branchOrPullRequest, gateKey, pullRequestName } from '../../../../../src/core/gate/model.ts';
import { fieldOf } from '../../../../support/lists.ts';

const seen = (key: string, status: string, head: string) =>
  ({
    project: 'p',
    branch: pullRequestName(key),
    head,
    status,
    connection: 'c',
    at: 1,
    source: 'poll',
  }) as const;

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
  const main = { project: 'p', status: 'OK', connection: 'c', at: 1, source: 'poll' } as const;

  it('are branches with another name for an earlier version, so that no gate takes the place of another', () => {
    const journal = observe(emptyJournal, 'c', [main, seen('12', 'ERROR', 'x')]);
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
    const journal = throughFormerVersion(observe(emptyJournal, 'c', [main, seen('12', 'ERROR', 'x')]));
    const after = observe(journal, 'c', [seen('12', 'ERROR', 'x')]);
    assert.equal(connectionOf(after, 'c')?.gates[1]?.head, 'x');
    assert.deepEqual(after.changes, []);
    assert.equal(observe(after, 'c', [seen('12', 'ERROR', 'x')]), after);
  });

  it('count for a branch one at a time', () => {
    const before = observe(emptyJournal, 'c', [seen('9', 'OK', 'x')]);
    const { gates = [] } = connectionOf(observe(before, 'c', [seen('10', 'OK', 'x')]), 'c') ?? {};
    assert.deepEqual(fieldOf(gates, 'head'), [undefined, 'x']);
  });

  it('have names that give the key back, whatever it is', () => {
    for (const key of ['12', '', ' ', 'pull request 1', '__proto__'])
      assert.deepEqual(branchOrPullRequest(pullRequestName(key)), { pullRequest: key });
    assert.deepEqual(branchOrPullRequest('pull-request'), { branch: 'pull-request' });
    assert.deepEqual(branchOrPullRequest(undefined), {});
  });
});
