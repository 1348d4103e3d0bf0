import assert from 'node:assert/strict';
import { evaluateGate, gateDetails, withValuesOnly } from '../../../src/emulator/gate/evaluate.ts';
import type { Condition } from '../../../src/emulator/store/projects/gates.ts';

const conditions: readonly Condition[] = [
  { metric: 'violations', op: 'GT', error: '9' },
  { metric: 'new_coverage', op: 'LT', error: '80' },
];
const evaluate = (
  values: Readonly<Record<string, string>>,
  ignoresFewNewLines = true,
): ReturnType<typeof evaluateGate> =>
  evaluateGate(conditions, (metric) => values[metric], { ignoresFewNewLines });

describe('evaluateGate', () => {
  it('passes a value at the limit and fails one beyond it', () => {
    assert.equal(evaluate({ violations: '9' }).level, 'OK');
    assert.equal(evaluate({ violations: '10' }).level, 'ERROR');
    assert.equal(evaluate({ new_coverage: '80.0' }).level, 'OK');
    assert.equal(evaluate({ new_coverage: '79.9' }).level, 'ERROR');
  });

  it('passes a gate without conditions and a condition without a value', () => {
    assert.equal(evaluateGate([], () => '1', { ignoresFewNewLines: true }).level, 'OK');
    const result = evaluate({});
    assert.deepEqual([result.level, withValuesOnly(result).conditions], ['OK', []]);
  });

  it('ignores the coverage of few new lines, and reports that, in versions that do', () => {
    const values = { new_coverage: '0.0', new_lines: '19' };
    const lenient = evaluate(values);
    assert.deepEqual([lenient.level, lenient.ignoredConditions], ['OK', true]);
    const strict = evaluate(values, false);
    assert.deepEqual([strict.level, strict.ignoredConditions], ['ERROR', false]);
    assert.equal(evaluate({ ...values, new_lines: '20' }).level, 'ERROR');
  });

  it('writes the measure quality_gate_details of real servers, which parses to the same result', () => {
    const result = evaluate({ violations: '10' });
    const details = gateDetails(result);
    assert.equal(
      details,
      '{"level":"ERROR","conditions":[{"metric":"violations","op":"GT","error":"9","actual":"10","level":"ERROR"},' +
        '{"metric":"new_coverage","op":"LT","period":1,"error":"80","level":"OK"}],"ignoredConditions":false}',
    );
    assert.equal((JSON.parse(details) as { level: string }).level, result.level);
  });
});
