import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensionChunks } from '../../../../scripts/bundles.ts';
import { cliFiles, guessCliFolder } from '../../../../src/extension/agentHooks/cliFiles.ts';

describe('cliFiles', () =>
  it('are all files of service-cli in the extension', () => {
    const packed = readFileSync(join(import.meta.dirname, '../../../fixtures/vsix-files.txt'), 'utf8');
    const bundles = packed.split('\n').flatMap((file) => /^dist\/(.+\.js)$/.exec(file)?.[1] ?? []);
    const ofEditor = ['extension', ...Object.keys(extensionChunks)].map((name) => `${name}.js`);
    assert.deepEqual(
      [...cliFiles].sort(),
      bundles.filter((file) => !ofEditor.includes(file)),
    );
  }));

describe('guessCliFolder', () =>
  it('takes the home folder from the start of a path, and nothing from a path without one', () => {
    const below = '.service/service-cli/bin/5.0.0';
    assert.equal(guessCliFolder('/home/ann/src/shop', '5.0.0'), `/home/ann/${below}`);
    assert.equal(guessCliFolder('/Users/ann', '5.0.0'), `/Users/ann/${below}`);
    assert.equal(guessCliFolder('/root/shop', '5.0.0'), `/root/${below}`);
    assert.equal(guessCliFolder('/rooted/shop', '5.0.0'), '');
    assert.equal(guessCliFolder('/workspaces/shop', '5.0.0'), '');
  }));
