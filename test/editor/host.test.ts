import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';

describe('extension host', () => {
  it('runs in the editor of the given version', () =>
    assert.equal(vscode.version, process.env.SERVICE_EDITOR));
});
