import assert from 'node:assert/strict';
import { agents } from '../../../src/agents/agents.ts';
import { type Answer, type EventKind, noAnswer } from '../../../src/agents/protocol.ts';
import type { FakeAgent } from '../../fakeAgents/fakeAgent.ts';
import { fakeAgents } from '../../fakeAgents/fakeAgents.ts';
import { denialOf, isChecked, kindOf, protocolOf } from '../../../src/agents/protocols.ts';
import { ignoreFiles } from '../../../src/agents/ignoreEntries.ts';
import { questionReaderOf } from '../../../src/agents/questions.ts';
import { placeOf, type HookEntry } from '../../../src/agents/agent.ts';

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
        assert.equal(isChecked(kindOf(id, event) ?? 'permission'), isBlocking, event);
    });

    it('answers with one line of JSON, and denies with the reason in it', () => {
      const kinds = new Set<EventKind>(Object.values(hooks.protocol.events));
      for (const kind of [...kinds].filter(isChecked)) {
        const { stdout } = hooks.protocol.deny(kind, 'because');
        assert.deepEqual(stdout, `${JSON.stringify(JSON.parse(stdout))}\n`);
        assert.ok(stdout.includes('because'), kind);
        assert.notEqual(hooks.protocol.allow(kind).stdout, stdout);
      }
      if (kinds.has('session')) assert.match(hooks.protocol.addContext('about').stdout, /about/);
    });
  });

describe('the answer to the end of a turn', () => {
  const hook = { command: '', timeoutMs: 1_000 };
  const judge = (agent: FakeAgent, { stdout, exitCode }: Answer) =>
    agent.judge('turn', { stdout, exitCode, stderr: '', wasLate: false }, hook);

  for (const agent of fakeAgents.filter(({ cases }) => cases.turn))
    it(`gives ${agent.id} another message, or nothing`, () => {
      const recorded = agent.cases.turn?.('/p', '') ?? assert.fail();
      assert.equal(kindOf(agent.id, recorded.event), 'turn');
      const goOn = protocolOf(agent.id)?.goOn?.('Fix this.') ?? assert.fail();
      assert.deepEqual(judge(agent, goOn), { passes: false, message: 'Fix this.' });
      assert.equal(judge(agent, noAnswer).passes, true);
    });

  // Source: https://cursor.com/docs/hooks, event "stop"
  it('is a follow-up message for Cursor', () => {
    assert.equal(kindOf('cursor', 'stop'), 'turn');
    const { stdout } = protocolOf('cursor')?.goOn?.('Fix this.') ?? assert.fail();
    assert.deepEqual(JSON.parse(stdout), { followup_message: 'Fix this.' });
  });

  // Source: https://code.visualstudio.com/docs/copilot/customization/hooks, event "Stop"
  it("is also in the fields of the event for VS Code, which runs Copilot's hooks", () => {
    const { stdout } = protocolOf('copilot')?.goOn?.('Fix this.') ?? assert.fail();
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: unknown };
    assert.deepEqual(hookSpecificOutput, { hookEventName: 'Stop', decision: 'block', reason: 'Fix this.' });
  });
});

describe('denialOf', () => {
  it('lets a session start, and a turn end', () => {
    for (const event of ['sessionStart', 'stop'])
      assert.deepEqual(denialOf('cursor', event, 'because'), { stdout: '{}\n', exitCode: 0 });
  });

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

const command = { here: 'guard', posix: 'guard', powerShell: 'guard' };
const withHooks = agents.flatMap(({ id, title, hooks }) => (hooks ? [{ id, title, hooks }] : []));

describe('the hooks that are installed', () => {
  /** The fields with which agents limit a hook, and how long they wait then. */
  const timeouts: Readonly<Record<string, readonly [field: string, value: number]>> = {
    antigravity: ['timeout', 30],
    claude: ['timeout', 30],
    codex: ['timeout', 30],
    copilot: ['timeoutSec', 30],
    cursor: ['timeout', 10],
    gemini: ['timeout', 30_000],
    kiro: ['timeout', 30],
  };
  for (const { id, title, hooks } of withHooks) {
    const written = ({ format }: typeof hooks, entry: HookEntry): string =>
      format.kind === 'own' ? format.write([[entry, command]]) : JSON.stringify(format.write(entry, command));

    it(`have the time in ${title} that its documentation states in its unit`, () => {
      for (const entry of hooks.entries) {
        const text = written(hooks, entry);
        const [field, value] = timeouts[id] ?? [];
        if (field === undefined) assert.doesNotMatch(text, /timeout"|timeoutSec"/, id);
        else assert.match(text, new RegExp(`"${field}": ?${value}\\b`), entry.event);
      }
    });

    // Cursor has separate events for files and commands, so its matchers for tools name some of them.
    if (id !== 'cursor')
      it(`are asked in ${title} about tools of every name`, () => {
        for (const { event, matcher = '*' } of hooks.entries) assert.match(matcher, /^\.?\*$/, event);
      });

    it(`lie in ${title} in the file of the machine on each platform that has one`, () => {
      for (const platform of ['linux', 'darwin', 'win32', 'aix'] as const) {
        const file = hooks.system?.[platform];
        const place = placeOf(hooks, id, 'system', platform);
        assert.equal(place?.file, file, platform);
        if (file !== undefined) assert.match(place?.scripts ?? '', new RegExp(`/hooks/${id}$`));
      }
      for (const scope of ['project', 'global'] as const)
        assert.equal(placeOf(hooks, id, scope, 'linux'), hooks.places[scope]);
    });
  }
});
