import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { commandIds } from '../../../src/extension/host/commandTable.ts';
import { isOfferedOn, rowActions } from '../../support/manifest.ts';
import { testsIn } from '../../support/testTitles.ts';
import { flows, flowsElsewhere, rows } from '../../ui/flows.data.ts';
import { assertNone } from '../../support/lists.ts';

const folder = join(import.meta.dirname, '../../ui');

describe('the flows by keyboard', () => {
  it('exist for every command', () => {
    const here = new Set<string>(flows.map(({ start }) => start.command));
    for (const command of commandIds)
      assert.equal(here.has(command), !(command in flowsElsewhere), `${command}: one of the lists has it`);
    assertNone(Object.keys(flowsElsewhere), (command) => !commandIds.some((id) => id === command));
  });

  it('begin once in the menu of every kind of row, and of no other kind', () => {
    const kinds = new Set(flows.flatMap(({ start }) => ('menuOf' in start ? [start.menuOf] : [])));
    assert.deepEqual([...kinds].sort(), Object.keys(rows).sort());
    for (const action of rowActions)
      assert.ok(
        Object.keys(flowsElsewhere).includes(action.command) ||
          [...kinds].some((kind) => isOfferedOn(kind, action)),
        `no flow begins in a row that offers ${action.command} when ${action.when}`,
      );
    for (const kind of kinds)
      assert.ok(
        rowActions.some((action) => isOfferedOn(kind, action)),
        kind,
      );
  });

  it('of other scenarios are tests that exist and use no mouse', () => {
    for (const [file, sentence] of Object.values(flowsElsewhere)) {
      const tests = testsIn(readFileSync(join(folder, file), 'utf8'), file);
      const test = tests.find(({ title }) => title.replace(/(?: \[\w+\])+$/, '').endsWith(` ${sentence}`));
      assert.ok(test, `${file} has no test “${sentence}”`);
      assert.deepEqual(mouseActionsIn(test.body), [], sentence);
    }
  });
});

/** Methods of playwright and of our own view that use the mouse. */
const mouseActions = new Set(['click', 'hover', 'act', 'expand', 'answerToast', 'mouse']);

/** The names of the methods below a node that use the mouse. `press` of the view clicks, `press` of a keyboard does not. */
function mouseActionsIn(node: ts.Node): readonly string[] {
  const below: string[] = [];
  ts.forEachChild(node, (child) => void below.push(...mouseActionsIn(child)));
  if (!ts.isPropertyAccessExpression(node)) return below;
  const { expression, name } = node;
  const isPress = name.text === 'press' && ts.isIdentifier(expression) && expression.text === 'view';
  return isPress || mouseActions.has(name.text) ? [...below, name.text] : below;
}
