import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { candidatesOf, sampleOf, type Candidate } from '../../../scripts/mutation/candidates.ts';
import { equivalent } from '../../../scripts/mutation/equivalent.data.ts';
import { mutantsOf } from '../../../scripts/mutation/mutants.ts';
import { testsFor } from '../../../scripts/mutation/nearTests.ts';
import { scoreOf } from '../../../scripts/mutation/score.ts';

const root = join(import.meta.dirname, '../../..');
const candidates = Array.from({ length: 50 }, (_, start): Candidate => ({
  file: 'src/core/a.ts',
  start,
  end: start + 1,
  replacement: 'true',
  line: 1,
}));

describe('a run of mutations', () => {
  it('chooses the same mutants for the same seed, and others for another', () => {
    const chosen = sampleOf(candidates, 10, 1);
    assert.equal(new Set(chosen).size, 10);
    assert.deepEqual(sampleOf([...candidates].reverse(), 10, 1), chosen);
    assert.notDeepEqual(sampleOf(candidates, 10, 2), chosen);
    assert.equal(sampleOf(candidates, 0, 1).length, 50);
  });

  it('takes the files whose paths have the given start, without data', () => {
    const files = new Set(candidatesOf(root, ['core/gate', 'cli/hook']).map(({ file }) => file));
    assert.ok(files.has('src/core/gate/poll/poll.ts') && files.has('src/cli/hook/answerEvent.ts'));
    const strange = [...files].filter(
      (file) => !/^src\/(?:core\/gate|cli\/hook)/.test(file) || file.endsWith('.data.ts'),
    );
    assert.deepEqual(strange, []);
  });

  it('runs only tests of its layer that load the file, the simulation and tests of whole programs', () => {
    const graph = new Map([
      ['src/core/gate/poll/poll.ts', ['src/core/log.ts']],
      ['src/core/log.ts', []],
      ['src/core/push/push.ts', ['src/core/gate/poll/poll.ts']],
      ['test/unit/core/gate/poll/poll.test.ts', ['src/core/gate/poll/poll.ts']],
      ['test/unit/core/gate/poll/other.test.ts', []],
      ['test/unit/core/push/push.test.ts', ['src/core/push/push.ts']],
      ['test/unit/core/api/api.test.ts', []],
      ['test/unit/core/gate/poll/whole.e2e.test.ts', []],
      ['test/unit/extension/app.test.ts', ['src/core/gate/poll/poll.ts']],
      ['test/simulation/simulate.ts', ['src/core/gate/poll/poll.ts']],
      ['test/simulation/simulation.test.ts', ['test/simulation/simulate.ts']],
    ]);
    assert.deepEqual(testsFor('src/core/gate/poll/poll.ts', graph), {
      units: new Map([
        ['test/unit/core/gate/poll/poll.test.ts', 1],
        ['test/unit/core/push/push.test.ts', 2],
      ]),
      programs: ['test/simulation/simulation.test.ts', 'test/unit/core/gate/poll/whole.e2e.test.ts'],
    });
  });

  it('runs the nearest tests of other layers for a file that no test of its layer loads', () => {
    const graph = new Map([
      ['src/core/a.ts', []],
      ['src/cli/b.ts', ['src/core/a.ts']],
      ['test/unit/cli/b.test.ts', ['src/cli/b.ts']],
      ['test/unit/extension/a.test.ts', ['src/core/a.ts']],
      ['test/unit/tools/a.test.ts', ['src/core/a.ts']],
    ]);
    assert.deepEqual(testsFor('src/core/a.ts', graph), {
      units: new Map([
        ['test/unit/extension/a.test.ts', 1],
        ['test/unit/tools/a.test.ts', 1],
      ]),
      programs: [],
    });
  });

  it('runs the unit tests of the whole hook for a file of the agents or of the hook, and the programs of its room', () => {
    const graph = new Map([
      ['src/agents/decide.ts', []],
      ['test/unit/agents/decide.test.ts', ['src/agents/decide.ts']],
      ['test/unit/agents/contract.e2e.test.ts', []],
      ['test/unit/cli/hook/engine.test.ts', ['src/agents/decide.ts']],
      ['test/unit/cli/hook/hook.e2e.test.ts', []],
      ['test/unit/cli/auth.test.ts', ['src/agents/decide.ts']],
    ]);
    assert.deepEqual(testsFor('src/agents/decide.ts', graph), {
      units: new Map([
        ['test/unit/agents/decide.test.ts', 1],
        ['test/unit/cli/hook/engine.test.ts', 1],
      ]),
      programs: ['test/unit/agents/contract.e2e.test.ts'],
    });
    graph.set('src/cli/hook/shell/main.ts', ['src/agents/decide.ts']);
    graph.set('test/unit/agents/shell.test.ts', ['src/cli/hook/shell/main.ts']);
    const programs = ['test/unit/cli/hook/hook.e2e.test.ts'];
    assert.deepEqual(testsFor('src/cli/hook/shell/main.ts', graph), {
      units: new Map([['test/unit/agents/shell.test.ts', 1]]),
      programs,
    });
    assert.deepEqual(testsFor('src/cli/hook/policy/main.ts', graph), { units: new Map(), programs });
  });

  it('scores all mutants and each room, and counts tests that did not end as noticing', () => {
    const { score, rooms, ...counts } = scoreOf([
      { file: 'src/core/gate/a.ts', fate: 'killed' },
      { file: 'src/core/gate/b.ts', fate: 'slow' },
      { file: 'src/core/gate/b.ts', fate: 'survived' },
      { file: 'src/cli/hook/c.ts', fate: 'killed' },
    ]);
    assert.equal(score, 75);
    assert.deepEqual(rooms, { 'cli/hook': 100, 'core/gate': 66.7 });
    assert.deepEqual(counts, { killed: 2, slow: 1, survived: 1 });
  });

  it('leaves out only equivalent mutants that there are', () => {
    const gone = equivalent.filter(({ file, line, replaced, replacement }) => {
      if (!existsSync(join(root, file))) return true;
      const code = readFileSync(join(root, file), 'utf8');
      const lines = code.split('\n').map((text) => text.trim());
      return !mutantsOf(code).some(
        (mutant) =>
          mutant.replacement === replacement &&
          lines[mutant.line - 1] === line &&
          (replaced === undefined || code.slice(mutant.start, mutant.end) === replaced),
      );
    });
    assert.deepEqual(gone, []);
  });
});
