import assert from 'node:assert/strict';
import { agents } from '../../../src/agents/agents.ts';
import type { EventKind } from '../../../src/agents/protocol.ts';
import { denialOf, kindOf, protocolOf } from '../../../src/agents/protocols.ts';
import { ignoreFiles } from '../../../src/agents/ignoreEntries.ts';
import { questionReaderOf } from '../../../src/agents/questions.ts';

for (const { id, title, hooks, withoutHooks } of agents)
  describe(`the integration of ${title}`, () => {
    if (!hooks) {
      it('states why the agent gets no hooks', () => {
        assert.ok((withoutHooks ?? '').length > 10);
        assert.deepEqual([protocolOf(id), questionReaderOf(id)], [undefined, undefined]);
      });
      return;
    }

    it('reads and answers the requests of every installed hook', () => {
      assert.equal(protocolOf(id), hooks.protocol);
      assert.match(ignoreFiles[id] ?? '.ignore', /^\.\w*ignore$/);
      for (const { event } of hooks.entries) assert.ok(kindOf(id, event), event);
    });

    it('fails closed for every event that can be denied, and for no other', () => {
      for (const { event, isBlocking } of hooks.entries)
        assert.equal(kindOf(id, event) !== 'session', isBlocking, event);
    });

    it('answers with one line of JSON, and denies with the reason in it', () => {
      const kinds = new Set<EventKind>(Object.values(hooks.protocol.events));
      for (const kind of kinds) {
        const { stdout, exitCode } = hooks.protocol.deny(kind, 'because');
        assert.deepEqual(stdout, `${JSON.stringify(JSON.parse(stdout))}\n`);
        assert.equal(stdout.includes('because'), kind !== 'session', kind);
        if (kind === 'session') assert.equal(exitCode, 0);
        else assert.notEqual(hooks.protocol.allow(kind).stdout, stdout);
      }
      if (kinds.has('session')) assert.match(hooks.protocol.addContext('about').stdout, /about/);
    });
  });

describe('denialOf', () => {
  it('denies an unknown event, and an event of an unknown agent, as it denies a read', () => {
    const denial = denialOf('cursor', 'preToolUse', 'because');
    assert.equal(denial.exitCode, 2);
    for (const [agent, event] of [
      ['cursor', 'toString'],
      ['cursor', ''],
      ['vscode', 'preToolUse'],
      ['constructor', 'preToolUse'],
      ['', ''],
    ] as const)
      assert.deepEqual(denialOf(agent, event, 'because'), denial, `${agent} ${event}`);
  });
});
