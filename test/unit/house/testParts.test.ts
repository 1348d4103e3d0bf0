import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { outsideDefault } from '../../../scripts/outsideDefault.data.ts';
import { allParts, defaultParts, isInDefault, plainTestFiles } from '../../../scripts/testParts.ts';
import { inputsOf } from '../../../scripts/testInputs.ts';
import { uiTestFiles } from '../../../scripts/uiTestFiles.ts';
import { allTests } from '../../support/testTitles.ts';
import { specification } from './specification.data.ts';

const root = join(import.meta.dirname, '../../..');
/** The test files that hold a title, relative to the repository. */
const filesOf = (title: string): string[] =>
  tests.filter((test) => test.title === title).map(({ file }) => `test/${file}`);
const tests = allTests();
/** Parts of the default run that are not runs of mocha. */
const editorTests = /^test\/editor\//;
/** Run by `npm test -- --all` alone, because they install packages or need a server of another maker. */
const neverDefault = /^test\/(?:install|real|conformance)\//;

describe('the parts of npm test', function () {
  // All test files are parsed, on a machine that may be busy.
  this.timeout(60_000);

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

  it('keep by default a test for each promise of SECURITY.md', () => {
    const [, proofs = ''] = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('\n## Proofs\n');
    const [section = ''] = proofs.split('\n## ');
    const titles = [...section.matchAll(/^ {2}- `(.+)`$/gm)].map(([, title = '']) => title);
    assert.ok(titles.length > 0);
    const left = titles.flatMap(filesOf).filter((file) => !isInDefault(file));
    assert.deepEqual([...new Set(left)], []);
  });

  it('keep by default a test for each row of the specification', () => {
    const rows = Object.values(specification).flatMap((section) => Object.entries(section));
    const lost = rows.filter(
      ([, titles]) => !titles.flatMap(filesOf).some((file) => isInDefault(file) && !neverDefault.test(file)),
    );
    assert.deepEqual(
      lost.map(([row]) => row),
      [],
    );
  });

  it('give a reason for each test file that the default run leaves out, and name no file that is gone', () => {
    const { tagged, untagged } = uiTestFiles();
    const files = [...plainTestFiles(), ...tagged, ...untagged];
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
