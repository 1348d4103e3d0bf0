import assert from 'node:assert/strict';
import { Failure } from '../../src/core/failures.ts';
import { askText } from '../../src/extension/ui/quickInput/askText.ts';
import { answering } from '../harness/host.ts';

describe('a text box whose check was cancelled', () => {
  it('accepts the same text at the next Enter', async () => {
    let checks = 0;
    const answer = askText({
      title: 'A question',
      prompt: '',
      value: 'text',
      check: () => {
        checks++;
        // As when the user cancels the progress of the check.
        if (checks === 1) throw new Failure('cancelled', 'Cancelled');
        return undefined;
      },
    });
    const accept = 'workbench.action.acceptSelectedQuickOpenItem';
    assert.deepEqual(await answering(accept, answer), { to: 'next', value: 'text' });
    assert.equal(checks, 2);
  });
});
