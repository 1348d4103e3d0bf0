import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Failure } from '../../src/core/failures.ts';
import { askText } from '../../src/extension/ui/quickInput/askText.ts';

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
    const state = { isAnswered: false };
    const done = answer.finally(() => (state.isAnswered = true));
    // The command does nothing while the box is not open yet.
    for (let presses = 0; presses < 100 && !state.isAnswered; presses++) {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await new Promise(setImmediate);
    }
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.deepEqual(await done, { to: 'next', value: 'text' });
    assert.equal(checks, 2);
  });
});
