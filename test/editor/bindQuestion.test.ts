import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bindableFolder } from '../../src/extension/host/folders/bindableFolder.ts';
import { askBeforeBinding } from '../../src/extension/lmTools/lmTools.ts';
import { qualityConnection } from '../support/qualityConnection.ts';

describe('the question before a chat agent binds a folder', () => {
  const folder = (name: string, index: number) => ({
    folder: bindableFolder({ name, index, uri: vscode.Uri.file(`/elsewhere/${name}`) }),
  });
  const choices = {
    bindings: { list: () => [folder('shop', 0), folder('other', 1)] },
    connections: () => [qualityConnection],
  };
  const textOf = (input: unknown): string => {
    const message = askBeforeBinding(input, choices).confirmationMessages?.message;
    assert.ok(message instanceof vscode.MarkdownString);
    assert.equal(message.isTrusted, undefined);
    return message.value;
  };

  it('names the folder, the project and the connection [R13]', () => {
    const text = textOf({ projectKey: 'demo', folder: 'shop' });
    for (const name of ['shop', 'demo', qualityConnection.connectionId]) assert.ok(text.includes(name), text);
  });

  it('shows what the model wrote as text, not as a link or markup [R13]', () => {
    const text = textOf({ projectKey: '[here](command:a) **b**', folder: 'shop' });
    assert.ok(text.includes(String.raw`\[here\]\(command:a\) \*\*b\*\*`), text);
  });

  it('is not asked where it is open what would be bound', () => {
    const inputs = [{ projectKey: 'demo' }, { projectKey: 'demo', folder: 'gone' }, { folder: 'shop' }];
    for (const input of inputs) assert.throws(() => askBeforeBinding(input, choices));
  });
});
