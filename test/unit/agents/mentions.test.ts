import assert from 'node:assert/strict';
import { readRequest } from './readRequest.ts';
import { assertLinear } from '../../support/growth.ts';

const filesOf = (prompt: string): readonly string[] =>
  readRequest('claude', 'UserPromptSubmit', { prompt, cwd: '/shop' }).others;

describe('files that a prompt mentions', () => {
  it('are found without a line range and without the punctuation that follows', () => {
    for (const [prompt, file] of [
      ['see @a.ts:12', 'a.ts'],
      ['see @a.ts:L3-L9', 'a.ts'],
      ['see @a2.ts#L10', 'a2.ts'],
      ['see @dir/L1:2:3', 'dir/L1'],
      ['(@a.ts), then', 'a.ts'],
      ['read @a.ts!?', 'a.ts'],
      ['@"my file.ts:7" and more', 'my file.ts'],
      ['@a.ts', 'a.ts'],
      ['看@a.ts', 'a.ts'],
      ['a,@a.ts', 'a.ts'],
      [String.raw`@my\ file.ts and`, 'my file.ts'],
    ] as const)
      assert.ok(filesOf(prompt).includes(`/shop/${file}`), `${prompt}: ${filesOf(prompt).join()}`);
  });

  it('are found before every character that no name needs', () => {
    const ends = [
      '\u2019',
      '\u2019s',
      '\u2026',
      '\u200b',
      '\u200d',
      '\u2060',
      '\ufeff',
      '\u00bb',
      '\u201d',
      '\u3002',
      '\uff0c',
      '\u2013',
      '\u2014 and',
      '\u00ad',
      '\ufe0f',
      '\u{1f600}',
      '\u0301',
      'を見て',
      'и',
      ',b',
      ';',
      ')',
      '](x)',
      '*',
      '**',
      '>',
      '|',
      '.',
      '...',
      '-',
      '/',
      '…”.',
      '\u2019:12',
      ':12\u2026',
      '=1',
      '&b',
      '#L3',
      '?x',
      '!',
      '\u202e',
      '\u061c',
      '\u0000',
    ];
    for (const end of ends)
      for (const start of ['@', '#file:', '#File:', '(@', '\u201c@', 'x,@', '@none,@'])
        assert.ok(
          filesOf(`see ${start}conf/.env${end} please`).includes('/shop/conf/.env'),
          JSON.stringify(start + end),
        );
  });

  it('are found after #file: and in #[[file:…]]', () => {
    for (const [prompt, file] of [
      ['see #file:a.ts', 'a.ts'],
      ['see #file:"my file.ts", please', 'my file.ts'],
      ["see #file:'my file.ts'", 'my file.ts'],
      ['see #[[file:a.ts]]', 'a.ts'],
      ['see #[[file:my file.ts]] and', 'my file.ts'],
      ['see #[[File: dir/a.ts ]]…', 'dir/a.ts'],
    ] as const)
      assert.ok(filesOf(prompt).includes(`/shop/${file}`), `${prompt}: ${filesOf(prompt).join()}`);
  });

  it('are no part of a longer name, and no address', () => {
    for (const prompt of [
      'see @.env.example',
      'see @.env-sample',
      'see @.env_old',
      'mail me@.env',
      'see a#file:.env',
    ])
      assert.ok(!filesOf(prompt).includes('/shop/.env'), prompt);
  });

  it('are found in linear time, whatever stands at the end of a name [R8]', () => {
    for (const end of ['!', ':1', '#1', '-', 'L', '@', '@,', '#a:', '#a', '\u2019', 'é', '[', '\\a'])
      assertLinear((length) => filesOf(`see @${end.repeat(length)}x`), 20_000, 200_000, end);
  });

  it('are those of a mentioned folder for Gemini CLI, which reads them all', () => {
    const read = (agent: string, event: string) =>
      readRequest(agent, event, { prompt: 'see @conf/', cwd: '/shop' });
    assert.deepEqual(
      read('gemini', 'BeforeAgent').searches.map(({ path }) => path),
      ['/shop/conf'],
    );
    assert.deepEqual(read('claude', 'UserPromptSubmit').searches, []);
  });
});
