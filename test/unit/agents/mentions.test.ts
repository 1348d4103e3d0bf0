import assert from 'node:assert/strict';
import { questionReaderOf } from '../../../src/agents/questions.ts';
import { assertLinear } from '../../support/growth.ts';

const filesOf = (prompt: string): readonly string[] =>
  questionReaderOf('claude')?.read('UserPromptSubmit', JSON.stringify({ prompt, cwd: '/shop' }), {}).others ??
  [];

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

  it('are found in linear time, whatever stands at the end of a name [R8]', () => {
    for (const end of ['!', ':1', '#1', '-', 'L'])
      assertLinear((length) => filesOf(`see @${end.repeat(length)}x`), 20_000, 200_000, end);
  });

  it('are those of a mentioned folder for Gemini CLI, which reads them all', () => {
    const read = (agent: string, event: string) =>
      questionReaderOf(agent)?.read(event, JSON.stringify({ prompt: 'see @conf/', cwd: '/shop' }), {});
    assert.deepEqual(
      read('gemini', 'BeforeAgent')?.searches.map(({ path }) => path),
      ['/shop/conf'],
    );
    assert.deepEqual(read('claude', 'UserPromptSubmit')?.searches, []);
  });
});
