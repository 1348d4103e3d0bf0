import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { gateCommands } from '../../src/extension/gates/gateCommands.ts';
import { folderGate } from '../harness/folderGate.ts';
import { qualityConnection as connection } from '../support/qualityConnection.ts';

describe('a command about a gate', () => {
  const done: unknown[] = [];
  const services = {
    allGates: () => [folderGate({ uri: vscode.Uri.file('/shop'), name: 'shop', index: 0 }, { muted: true })],
    baseUrlOf: () => 'https://quality.example',
    monitor: { check: () => Promise.resolve() },
    connections: () => [connection],
    states: { of: () => ({ state: 'checking' }) as const },
    journal: {
      mute: () => Promise.resolve(),
      unmute: (muted: object) => Promise.resolve(void done.push(['unmute', muted])),
    },
  };
  const commands = gateCommands(services, (target) => Promise.resolve(void done.push(['details', target])));
  beforeEach(() => {
    done.length = 0;
  });

  it('needs no argument while there is one project', async () => {
    await commands['service.unmuteProject'](undefined);
    await commands['service.showGateDetails'](undefined);
    assert.deepEqual(done, [
      ['unmute', { connection: 'one', project: 'shop' }],
      ['details', { connection, project: 'shop', branch: undefined }],
    ]);
  });

  it('does nothing to other projects when its project is gone', async () => {
    await commands['service.unmuteProject']({ uuid: 'one', projectKey: 'gone' });
    await commands['service.showGateDetails']({ uuid: 'gone', projectKey: 'shop' });
    assert.deepEqual(done, []);
  });
});
