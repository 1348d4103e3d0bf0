import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import manifest from '../../../package.json' with { type: 'json' };
import { commandIds } from '../../../src/extension/host/commandTable.ts';
import { isOfferedOn, rowActions, titleOf } from '../../support/manifest.ts';
import { testsIn } from '../../support/testTitles.ts';
import { flows, rows } from '../../ui/flows.data.ts';

const folder = join(import.meta.dirname, '../../ui');
const commands = new Set<string>(flows.map(({ start }) => start.command));
const elsewhere: readonly string[] = commandIds.filter((command) => !commands.has(command));

describe('the flows by keyboard', () => {
  it('begin once in the menu of every kind of row, and of no other kind', () => {
    const kinds = new Set(flows.flatMap(({ start }) => ('menuOf' in start ? [start.menuOf] : [])));
    assert.deepEqual([...kinds].sort(), Object.keys(rows).sort());
    for (const action of rowActions)
      assert.ok(
        elsewhere.includes(action.command) || [...kinds].some((kind) => isOfferedOn(kind, action)),
        `no flow begins in a row that offers ${action.command} when ${action.when}`,
      );
    for (const kind of kinds)
      assert.ok(
        rowActions.some((action) => isOfferedOn(kind, action)),
        kind,
      );
  });

  it('exist for every command, here or as a test of another scenario that uses no mouse', () => {
    const tests = readdirSync(folder)
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) => testsIn(readFileSync(join(folder, file), 'utf8'), file));
    for (const command of elsewhere) {
      const ways = [`'Service: ${titleOf(command)}'`, `titleOf('${command}')`, ...keysOf(command)];
      const using = tests.filter(({ body }) => ways.some((way) => body.getText().includes(way)));
      assert.ok(
        using.some(({ body }) => !usesMouse(body)),
        `${command}: of ${using.length} tests`,
      );
    }
  });
});

/** The keys of a command, as tests press them. */
function keysOf(id: string): readonly string[] {
  const bound = manifest.contributes.keybindings.filter(({ command }) => command === id);
  const names = { ctrl: 'Control', shift: 'Shift', f8: 'F8' };
  return bound.map(({ key }) => `'${key.replaceAll(/\w+/g, (part) => names[part as keyof typeof names])}'`);
}

/** Methods of playwright and of our own view that use the mouse. */
const mouseActions = new Set(['click', 'hover', 'act', 'expand', 'answerToast', 'mouse']);

/** Whether a method below a node uses the mouse. `press` of the view clicks, `press` of a keyboard does not. */
function usesMouse(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    const { expression, name } = node;
    if (name.text === 'press' && ts.isIdentifier(expression) && expression.text === 'view') return true;
    if (mouseActions.has(name.text)) return true;
  }
  return ts.forEachChild(node, (child) => usesMouse(child) || undefined) ?? false;
}
