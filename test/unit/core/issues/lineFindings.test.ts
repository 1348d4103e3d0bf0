import assert from 'node:assert/strict';
import type { SourceLine } from '../../../../src/core/api/sources.ts';
import { readLineFindings } from '../../../../src/core/issues/lineFindings.ts';
import { apiAt } from '../../../support/platformStub.ts';
import { startServer } from '../../../support/httpServer.ts';

type Line = Omit<SourceLine, 'line'>;

/** Reads the lines of one file; `files` says how many files the platform has beside it. */
async function read(metric: string, newCode: boolean, lines: readonly Line[], files = 0) {
  const measured = newCode ? `new_${metric}` : metric;
  await using server = await startServer(({ url = '' }, response) => {
    const component = {
      key: 'p:a.js',
      path: 'a.js',
      measures: [{ metric: measured, value: '1', period: { value: '1' } }],
    };
    const answer = url.includes('component_tree')
      ? { paging: { total: 1 + files }, components: [component] }
      : { sources: lines.map((line, index) => ({ ...line, line: index + 1 })) };
    response.end(JSON.stringify(answer));
  });
  const api = apiAt(server.url);
  const scope = { project: 'p', branch: undefined, newCode };
  const { findings, isComplete } = await readLineFindings(scope, metric, api);
  const places = findings.map(({ kind, path, range }) => [
    kind,
    path,
    range?.startLine ?? 0,
    range?.endLine ?? 0,
  ]);
  return { places, isComplete };
}

const hit = { lineHits: 1, isNew: true };
const missed = { lineHits: 0, isNew: true };
const blank = { isNew: true };

describe('the lines that make a condition of a gate fail', () => {
  it('are groups of uncovered lines, with the blank ones between them', async () => {
    const { places } = await read('uncovered_lines', false, [missed, blank, missed, hit, missed, blank]);
    assert.deepEqual(places, [
      ['uncovered', 'a.js', 1, 3],
      ['uncovered', 'a.js', 5, 5],
    ]);
  });

  it('are new lines only for a condition on new code', async () => {
    const old = { lineHits: 0, isNew: false };
    const lines = [old, missed, old, missed];
    assert.deepEqual((await read('uncovered_lines', true, lines)).places, [
      ['uncovered', 'a.js', 2, 2],
      ['uncovered', 'a.js', 4, 4],
    ]);
    assert.deepEqual((await read('uncovered_lines', false, lines)).places, [['uncovered', 'a.js', 1, 4]]);
  });

  it('are lines with branches that never ran, and duplicated lines', async () => {
    const half = { lineHits: 1, conditions: 2, coveredConditions: 1 };
    const whole = { lineHits: 1, conditions: 2, coveredConditions: 2 };
    assert.deepEqual((await read('uncovered_conditions', false, [half, whole])).places, [
      ['partlyCovered', 'a.js', 1, 1],
    ]);
    const copy = { duplicated: true };
    assert.deepEqual((await read('duplicated_lines', false, [{}, copy, copy, {}])).places, [
      ['duplicated', 'a.js', 2, 3],
    ]);
  });

  it('are incomplete if files were left out, or if no line was found', async () => {
    assert.equal((await read('uncovered_lines', false, [missed])).isComplete, true);
    assert.equal((await read('uncovered_lines', false, [missed], 1)).isComplete, false);
    assert.equal((await read('uncovered_lines', false, [hit])).isComplete, false);
    assert.equal((await read('functions', false, [missed])).isComplete, false);
  });
});
