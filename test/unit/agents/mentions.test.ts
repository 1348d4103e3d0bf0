import assert from 'node:assert/strict';
import { questionReaderOf } from '../../../src/agents/questions.ts';

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
    ] as const)
      assert.ok(filesOf(prompt).includes(`/shop/${file}`), `${prompt}: ${filesOf(prompt).join()}`);
  });

  it('are found in linear time, whatever stands at the end of a name', () => {
    for (const end of ['!', ':1', '#1', '-', 'L']) {
      const start = process.cpuUsage();
      filesOf(`see @${end.repeat(200_000)}x`);
      const { user } = process.cpuUsage(start);
      assert.ok(user < 2_000_000, `${end}: ${user / 1000} ms`);
    }
  });
});
