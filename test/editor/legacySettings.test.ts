import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { legacySettings } from '../../src/extension/migration/legacySettings.ts';

describe('connections in the settings of the user', () => {
  const key = 'service.connectedMode.connections.server';
  const moved = { connectionId: 'Old', serverUrl: 'https://quality.example.com' };
  const other = { serverUrl: 7 };
  const location = { section: 'server', level: 'user' } as const;
  const values = { expected: [moved, other], next: [other] };
  const settings = () => vscode.workspace.getConfiguration();
  const shown = (): unknown => settings().inspect(key)?.globalValue;

  beforeEach(() => settings().update(key, [moved, other], vscode.ConfigurationTarget.Global));
  afterEach(() => settings().update(key, undefined, vscode.ConfigurationTarget.Global));

  it('count as removed when the file has lost them and the editor still shows them', async () => {
    const ahead = legacySettings(() => Promise.resolve({ value: [other] }));
    assert.equal(await ahead.replace(location, values), 'replaced');
    assert.deepEqual(shown(), [moved, other]);
  });

  it('are left alone when the file has another list than the editor shows', async () => {
    const changed = legacySettings(() => Promise.resolve({ value: [other, moved] }));
    assert.equal(await changed.replace(location, values), 'changed');
    assert.deepEqual(shown(), [moved, other]);
  });

  it('are removed from a file that has the list that the editor shows', async () => {
    const equal = legacySettings(() => Promise.resolve({ value: [moved, other] }));
    assert.equal(await equal.replace(location, values), 'replaced');
    assert.deepEqual(shown(), [other]);
  });
});
