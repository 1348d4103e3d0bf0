import assert from 'node:assert/strict';
import { placeOf, type HookEntry } from '../../../src/agents/agent.ts';
import { agents } from '../../../src/agents/agents.ts';

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
        assert.equal(place?.files.secretsHooks, file, platform);
        if (file !== undefined) assert.match(place?.scripts ?? '', new RegExp(`/hooks/${id}$`));
      }
      for (const scope of ['project', 'global'] as const)
        assert.equal(placeOf(hooks, id, scope, 'linux'), hooks.places[scope]);
    });
  }
});
