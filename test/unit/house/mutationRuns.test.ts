import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCalledAt, readCalledFunctions } from '../../../scripts/mutation/calledFunctions.ts';
import { runsOf, type OrderedTest } from '../../../scripts/mutation/order.ts';
import { runTests } from '../../../scripts/mutation/testRun.ts';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';

const root = join(import.meta.dirname, '../../..');

describe('the order of tests for a mutant', () => {
  const test = (name: string, ms: number, more: Partial<OrderedTest> = {}): OrderedTest => ({
    test: name,
    ms,
    distance: 1,
    kills: 0,
    ...more,
  });
  const namesOf = (tests: readonly OrderedTest[]): string[][] =>
    runsOf(tests).map((run) => run.map(({ test: name }) => name));

  it('begins with tests that are quick, near, and have noticed mutants of the file', () => {
    const [run] = namesOf([
      test('slow', 300),
      test('far', 100, { distance: 4 }),
      test('near', 200),
      test('killer', 300, { kills: 5 }),
    ]);
    assert.deepEqual(run, ['killer', 'near', 'slow', 'far']);
  });

  it('makes each run longer than the one before', () => {
    const tests = Array.from({ length: 22 }, (_, index) => test(`${index}`, 1000));
    assert.deepEqual(
      namesOf(tests).map(({ length }) => length),
      [2, 6, 14],
    );
    assert.deepEqual(namesOf([]), []);
  });
});

describe('a run of the tests for a mutant', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder('mutation-test');
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const write = (file: string, text: string): void => {
    writeFileSync(join(folder, file), text);
  };

  it('passes, or names the file of the first test that fails, although the test leaves a timer behind', async () => {
    write('good.test.ts', "it('passes', () => {});");
    write(
      'bad.test.ts',
      "it('fails', () => { setInterval(() => {}, 1000); process.stdout.write('[1]'); throw new Error('x'); });",
    );
    const good = await runTests(folder, ['good.test.ts'], 30_000, {});
    assert.deepEqual([good.outcome, good.failedIn], ['passed', undefined]);
    assert.ok(good.longestPauseMs > 0 && good.longestPauseMs <= good.ms);
    const bad = await runTests(folder, ['good.test.ts', 'bad.test.ts'], 30_000, {});
    assert.deepEqual([bad.outcome, bad.failedIn], ['failed', 'bad.test.ts']);
  });

  it('fails when a file cannot be loaded', async () => {
    write('broken.test.ts', "import './missing.ts';");
    const { outcome, failedIn } = await runTests(folder, ['broken.test.ts'], 30_000, {});
    assert.deepEqual([outcome, failedIn], ['failed', undefined]);
  });

  it('ends a test that does not end', async () => {
    write('endless.test.ts', "it('runs', () => { for (;;); });");
    const { outcome } = await runTests(folder, ['endless.test.ts'], 3_000, {});
    assert.equal(outcome, 'slow');
  });

  it('finds the functions that the tests call, in the text with its types', async () => {
    const code = [
      'interface Long { readonly a: string; readonly é: number }',
      'export const called = (long: Long): string => long.a;',
      'export function uncalled(long: Long): number {',
      '  return [long].map((one) => one.é).length;',
      '}',
    ].join('\n');
    write('src/a.ts', code);
    write(
      'a.test.ts',
      "import { called } from './src/a.ts';\nit('calls', () => { called({ a: '', é: 1 }); });",
    );
    const coverage = join(folder, 'coverage');
    await runTests(folder, ['a.test.ts'], 30_000, { NODE_V8_COVERAGE: coverage });
    const functions = readCalledFunctions(coverage, folder);
    const isCalled = (text: string): boolean => isCalledAt(functions, 'src/a.ts', code.indexOf(text));
    assert.deepEqual(['long.a', 'return [long]', 'one.é', 'export function'].map(isCalled), [
      true,
      false,
      false,
      true,
    ]);
    assert.equal(isCalledAt(functions, 'src/b.ts', 0), false);
  });
});
