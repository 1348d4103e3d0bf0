import assert from 'node:assert/strict';
import { decide } from '../../../src/agents/decide.ts';
import { readRequest } from './readRequest.ts';
import { hookPorts } from './hookPorts.ts';

const events: Readonly<Record<string, string>> = { claude: 'UserPromptSubmit', gemini: 'BeforeAgent' };

/** Asks the hook of an agent about a harmless prompt in a world with these files; `secret` is one. */
async function reasonFor(agent: string, files: Readonly<Record<string, string>>): Promise<string> {
  const context = { home: '/home/u', folder: '/work/shop' };
  const request = { prompt: 'Add a test.', cwd: '/work/shop' };
  const decision = await decide(
    'prompt',
    () => readRequest(agent, events[agent] ?? '', request, context),
    hookPorts({ readTextIfFile: (path) => files[path] }),
  );
  return decision.allowed ? '' : decision.reason;
}

describe('files that the instructions of an agent import', () => {
  const shop = '/work/shop';
  for (const [agent, what, files, path] of [
    ['claude', 'CLAUDE.md itself', { [`${shop}/CLAUDE.md`]: 'secret' }, `${shop}/CLAUDE.md`],
    [
      'claude',
      'an import',
      { [`${shop}/CLAUDE.md`]: 'See @.env.', [`${shop}/.env`]: 'secret' },
      `${shop}/.env`,
    ],
    [
      'claude',
      'an import after other words, before an apostrophe',
      { [`${shop}/.claude/CLAUDE.md`]: '- keys: @../.env’s lines', [`${shop}/.env`]: 'secret' },
      `${shop}/.env`,
    ],
    [
      'claude',
      'an import of an import, relative to that file',
      {
        [`${shop}/CLAUDE.md`]: '@docs/a.md',
        [`${shop}/docs/a.md`]: '@b.md',
        [`${shop}/docs/b.md`]: 'secret',
      },
      `${shop}/docs/b.md`,
    ],
    ['claude', 'a folder above', { '/work/CLAUDE.md': '@x', '/work/x': 'secret' }, '/work/x'],
    [
      'claude',
      'the instructions at home',
      { '/home/u/.claude/CLAUDE.md': '@~/.netrc', '/home/u/.netrc': 'secret' },
      '/home/u/.netrc',
    ],
    [
      'claude',
      'local instructions',
      { [`${shop}/CLAUDE.local.md`]: '@/etc/x', '/etc/x': 'secret' },
      '/etc/x',
    ],
    [
      'claude',
      'an unclosed block',
      { [`${shop}/CLAUDE.md`]: '```\n@x', [`${shop}/x`]: 'secret' },
      `${shop}/x`,
    ],
    ['gemini', 'an import', { [`${shop}/GEMINI.md`]: '@./x.md', [`${shop}/x.md`]: 'secret' }, `${shop}/x.md`],
  ] as const)
    it(`are denied with a prompt of ${agent}: ${what}`, async () => {
      assert.match(
        await reasonFor(agent, files),
        new RegExp(`^Blocked: ${path.replaceAll('.', '\\.')} contains a secret`),
      );
    });

  for (const [agent, what, files] of [
    ['claude', 'a circle', { [`${shop}/CLAUDE.md`]: '@CLAUDE.md @a.md', [`${shop}/a.md`]: '@CLAUDE.md' }],
    [
      'claude',
      'a span of code',
      { [`${shop}/CLAUDE.md`]: 'Never read `@.env`.', [`${shop}/.env`]: 'secret' },
    ],
    [
      'claude',
      'a block of code',
      { [`${shop}/CLAUDE.md`]: '```sh\n@.env\n```\n', [`${shop}/.env`]: 'secret' },
    ],
    ['claude', 'a file without a mention', { [`${shop}/CLAUDE.md`]: '.env', [`${shop}/.env`]: 'secret' }],
    [
      'claude',
      'a longer name',
      { [`${shop}/CLAUDE.md`]: '@.env.example', [`${shop}/.env`]: 'secret', [`${shop}/.env.example`]: 'A=' },
    ],
    ['gemini', 'the instructions of another agent', { [`${shop}/CLAUDE.md`]: 'secret' }],
  ] as const)
    it(`are allowed with a prompt of ${agent}: ${what}`, async () => {
      assert.equal(await reasonFor(agent, files), '');
    });

  it('are followed as often as agents follow them, and not more often', async () => {
    const chain = (length: number): Record<string, string> => {
      const files: Record<string, string> = { [`${shop}/CLAUDE.md`]: '@1.md' };
      for (let index = 1; index <= length; index++) files[`${shop}/${index}.md`] = `@${index + 1}.md`;
      return { ...files, [`${shop}/${length + 1}.md`]: 'secret' };
    };
    assert.match(await reasonFor('claude', chain(4)), /5\.md contains a secret/);
    assert.equal(await reasonFor('claude', chain(5)), '');
  });

  it('deny the prompt when there are more than can be checked', async () => {
    const names = Array.from({ length: 201 }, (_, index) => `${index}.md`);
    const imported = Object.fromEntries(names.map((name) => [`${shop}/${name}`, 'fine']));
    const all = names.map((name) => `@${name}`).join(' ');
    assert.match(
      await reasonFor('claude', { ...imported, [`${shop}/CLAUDE.md`]: all }),
      /more than 200 imported files/,
    );
  });
});
