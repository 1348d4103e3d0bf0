import assert from 'node:assert/strict';
import { mutantsOf } from '../../../scripts/mutation/mutants.ts';
import { fieldOf } from '../../support/lists.ts';

const mutationsOf = (code: string): string[] =>
  mutantsOf(code).map(({ start, end, replacement }) => code.slice(0, start) + replacement + code.slice(end));

describe('mutants', () => {
  it('change one thing each', () => {
    assert.deepEqual(mutationsOf('if (a < 1) go();'), [
      'if (true) go();',
      'if (false) go();',
      'if (a <= 1) go();',
      'if (a < (1 + 1)) go();',
      'if (a < 1) ;',
    ]);
  });

  it('leave types, imports and the wording of logs and failures alone', () => {
    const code = `import { x } from 'x'; type T = 'a' | 'b'; this.#log.warn('w'); new Failure(code, 'words');`;
    assert.deepEqual(mutationsOf(code), []);
  });

  it('know their line', () => {
    assert.deepEqual(fieldOf(mutantsOf('\n\nconst a = !b;'), 'line'), [3]);
  });
});
