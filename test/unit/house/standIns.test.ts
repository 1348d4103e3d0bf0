import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { installEditor } from '../../../scripts/editor/install.ts';
import { editorVersions } from '../../../scripts/editor/versions.ts';
import { assertNone } from '../../support/lists.ts';

const folder = join(import.meta.dirname, '../../../scripts/editor/standIns');

/** Loads a stand-in as the editor does. */
async function load(file: string): Promise<Record<string, unknown>> {
  return (await import(join(folder, file))) as Record<string, unknown>;
}

/** What the types of a module declare that exists at run time: functions and variables, and the methods of its classes. */
function declaredBy(types: string): string[] {
  const source = ts.createSourceFile('index.d.ts', types, ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? ''];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(source));
    if (!ts.isClassDeclaration(statement)) return [];
    const name = statement.name?.text ?? '';
    const methods = statement.members.filter((member) => ts.isMethodDeclaration(member));
    return [name, ...methods.map((method) => `${name}.${method.name.getText(source)}`)];
  });
}

const has = (module: Record<string, unknown>, path: string): boolean => {
  const [name = '', method] = path.split('.');
  const value = module[name];
  return method === undefined
    ? value !== undefined
    : typeof (value as { prototype: Record<string, unknown> }).prototype[method] === 'function';
};

describe('stand-ins of native modules of the editor', function () {
  // On a machine that has no editor yet.
  this.timeout(300_000);

  for (const version of editorVersions)
    it(`have all that the modules of VS Code ${version} declare`, async () => {
      const { serverMain } = await installEditor(version, console.error);
      const modules = join(serverMain, '../../node_modules');
      const watchdog = ['native-watchdog', '@vscode/native-watchdog'].find((name) =>
        existsSync(join(modules, name)),
      );
      assert.ok(watchdog);
      for (const [name, file] of [
        ['@vscode/spdlog', 'spdlog.cjs'],
        [watchdog, 'watchdog.cjs'],
      ] as const) {
        const declared = declaredBy(readFileSync(join(modules, name, 'index.d.ts'), 'utf8'));
        const standIn = await load(file);
        assert.ok(declared.length > 0);
        assertNone(declared, (path) => !has(standIn, path));
      }
    });

  it('end a process whose parent process is gone', () => {
    const code = `const { start } = require(${JSON.stringify(join(folder, 'watchdog.cjs'))});
      const gone = require('node:child_process').spawnSync(process.execPath, ['-e', '']).pid;
      start(gone);
      require('node:net').createServer().listen(0);`;
    const { status } = spawnSync(process.execPath, ['-e', code], { timeout: 30_000 });
    assert.equal(status, 87);
  });
});
