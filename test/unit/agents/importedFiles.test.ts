import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { decide } from '../../../src/agents/decide.ts';
import { readRequest } from './readRequest.ts';
import { hookPorts } from './hookPorts.ts';

const events: Readonly<Record<string, string>> = { claude: 'UserPromptSubmit', gemini: 'BeforeAgent' };

/** Asks the hook of an agent about a harmless prompt with these files; `secret` in one is a secret. */
async function reasonFor(agent: string, files: Readonly<Record<string, string>>): Promise<string> {
  const context = { home: '/home/u', folder: shop };
  const request = { prompt: 'Add a test.', cwd: shop };
  const found = new Map(Object.entries(files).map(([path, text]) => [posix.resolve(shop, path), text]));
  const decision = await decide(
    'prompt',
    () => readRequest(agent, events[agent] ?? '', request, context),
    hookPorts({ readTextIfFile: (path) => found.get(path) }),
  );
  return decision.allowed ? '' : decision.reason;
}

/** The open folder, in which the paths of these tests begin. */
const shop = '/work/shop';

describe('files that the instructions of an agent import', () => {
  const home = '/home/u/.claude/CLAUDE.md';
  for (const [agent, what, files, path] of [
    ['claude', 'CLAUDE.md itself', { 'CLAUDE.md': 'secret' }, 'CLAUDE.md'],
    ['claude', 'an import', { 'CLAUDE.md': 'See @.env.', '.env': 'secret' }, '.env'],
    [
      'claude',
      'an import after other words, before an apostrophe',
      { '.claude/CLAUDE.md': '- @../.env’s lines', '.env': 'secret' },
      '.env',
    ],
    [
      'claude',
      'an import of an import, relative to that file',
      { 'CLAUDE.md': '@docs/a', 'docs/a': '@b', 'docs/b': 'secret' },
      'docs/b',
    ],
    ['claude', 'a folder above', { '/work/CLAUDE.md': '@x', '/work/x': 'secret' }, '/work/x'],
    [
      'claude',
      'the instructions at home',
      { [home]: '@~/.netrc', '/home/u/.netrc': 'secret' },
      '/home/u/.netrc',
    ],
    ['claude', 'local instructions', { 'CLAUDE.local.md': '@/etc/x', '/etc/x': 'secret' }, '/etc/x'],
    ['claude', 'an unclosed block', { 'CLAUDE.md': '```\n@x', x: 'secret' }, 'x'],
    ['gemini', 'an import', { 'GEMINI.md': '@./x.md', 'x.md': 'secret' }, 'x.md'],
  ] as const)
    it(`are denied with a prompt of ${agent}: ${what}`, async () => {
      const reason = await reasonFor(agent, files);
      assert.ok(reason.startsWith(`Blocked: ${posix.resolve(shop, path)} contains a secret`), reason);
    });

  for (const [agent, what, files] of [
    ['claude', 'a circle', { 'CLAUDE.md': '@CLAUDE.md @a.md', 'a.md': '@CLAUDE.md' }],
    ['claude', 'a span of code', { 'CLAUDE.md': 'Never read `@.env`.', '.env': 'secret' }],
    ['claude', 'a block of code', { 'CLAUDE.md': '```sh\n@.env\n```\n', '.env': 'secret' }],
    ['claude', 'a file without a mention', { 'CLAUDE.md': '.env', '.env': 'secret' }],
    ['claude', 'a longer name', { 'CLAUDE.md': '@.env.example', '.env': 'secret', '.env.example': 'A=' }],
    ['gemini', 'the instructions of another agent', { 'CLAUDE.md': 'secret' }],
  ] as const)
    it(`are allowed with a prompt of ${agent}: ${what}`, async () => {
      assert.equal(await reasonFor(agent, files), '');
    });

  it('are followed as often as agents follow them, and not more often', async () => {
    const chain = (length: number): Record<string, string> => {
      const files: Record<string, string> = { 'CLAUDE.md': '@1.md' };
      for (let index = 1; index <= length; index++) files[`${index}.md`] = `@${index + 1}.md`;
      return { ...files, [`${length + 1}.md`]: 'secret' };
    };
    assert.match(await reasonFor('claude', chain(4)), /5\.md contains a secret/);
    assert.equal(await reasonFor('claude', chain(5)), '');
  });

  it('deny the prompt when there are more than can be checked', async () => {
    const names = Array.from({ length: 201 }, (_, index) => `${index}.md`);
    const imported = Object.fromEntries(names.map((name) => [name, 'fine']));
    const all = names.map((name) => `@${name}`).join(' ');
    assert.match(
      await reasonFor('claude', { ...imported, 'CLAUDE.md': all }),
      /more than 200 imported files/,
    );
  });
});
