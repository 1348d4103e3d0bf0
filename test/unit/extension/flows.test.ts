import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandIds } from '../../../src/extension/commandTable.ts';
import { commandFlows, rowFlows } from '../../ui/flows.data.ts';

const root = join(import.meta.dirname, '../../..');
const manifest = readFileSync(join(root, 'package.json'), 'utf8');

/** `viewItem == x`, and what `viewItem =~ /^x\b/` and `/^x\.(a|b)$/` stand for. */
function rowsOfMenus(): readonly string[] {
  const equal = [...manifest.matchAll(/viewItem == ([\w.]+)/g)].map(([, value = '']) => value);
  const matching = [...manifest.matchAll(/viewItem =~ \/\^(\w+)(?:\\\\\.\(([\w|]+)\))?/g)].flatMap(
    ([, head = '', tails]) =>
      tails === undefined ? [head] : tails.split('|').map((tail) => `${head}.${tail}`),
  );
  return [...new Set([...equal, ...matching])];
}

describe('flows', () => {
  it('exist for every command', () => {
    assert.deepEqual(Object.keys(commandFlows).sort(), [...commandIds].sort());
  });

  it('exist for every kind of row that a menu asks for', () => {
    const rows = rowsOfMenus();
    assert.ok(rows.includes('folder.unbound') && rows.includes('connection'));
    for (const row of rows) assert.ok(row in rowFlows, row);
  });

  it('name tests that are there', () => {
    for (const [file, sentence] of [...Object.values(commandFlows), ...Object.values(rowFlows)]) {
      const tests = readFileSync(join(root, 'test/ui', file), 'utf8');
      assert.ok(tests.includes(`it('${sentence}'`), `${file}: ${sentence}`);
    }
  });
});
