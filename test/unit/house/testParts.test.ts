import assert from 'node:assert/strict';
import { matchesGlob } from 'node:path';
import { outsideDefault } from '../../../scripts/outsideDefault.data.ts';
import { allParts, defaultParts, plainTestFiles, uiTestFiles } from '../../../scripts/testParts.ts';
import { inputsOf } from '../../../scripts/testInputs.ts';

/** Parts of the default run that are not runs of mocha. */
const editorTests = /^test\/editor\//;

describe('the parts of npm test', () => {
  it('run each test file in one part', () => {
    for (const parts of [allParts(), defaultParts()]) {
      const files = parts.flatMap(({ files = [] }) => files);
      assert.deepEqual([...files].sort(), [...new Set(files)].sort());
    }
    assert.deepEqual(
      allParts()
        .flatMap(({ files = [] }) => files)
        .sort(),
      plainTestFiles(),
    );
  });

  it('give a reason for each test file that the default run leaves out, and name no file that is gone', () => {
    const files = [...plainTestFiles(), ...uiTestFiles()];
    for (const [pattern, reason] of Object.entries(outsideDefault)) {
      assert.ok(
        files.some((file) => matchesGlob(file, pattern)),
        pattern,
      );
      assert.notEqual(reason, '');
      assert.doesNotMatch(pattern, editorTests);
    }
  });

  it('know what a test file imports, and whether it starts programs', async () => {
    const [pure, starting] = ['test/unit/core/workQueue.test.ts', 'test/unit/cli/hook/hook.e2e.test.ts'];
    const inputs = await inputsOf([pure, starting]);
    assert.ok(inputs.get(pure)?.files.has('src/core/workQueue.ts'));
    assert.equal(inputs.get(pure)?.startsPrograms, false);
    assert.equal(inputs.get(starting)?.startsPrograms, true);
  });
});
