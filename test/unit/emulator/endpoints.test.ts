import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { endpoints } from '../../../src/emulator/endpoints/table.ts';
import { neededBy, notOffered } from './endpointUsers.data.ts';

const folder = join(import.meta.dirname, '../../../src/core/api');

/** Returns the paths of the Web API that a file of the client names, with `{id}` for a part that it computes. */
function pathsIn(file: string): string[] {
  const paths: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const text = ts.isStringLiteral(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? `${node.head.text}{id}`
        : '';
    if (/^(?:api\/)?[\w-]+\/[\w-]+(?:\/\{id\})?$/.test(text)) paths.push(text.replace(/^api\//, ''));
    node.forEachChild(visit);
  };
  const source = readFileSync(join(folder, file), 'utf8');
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return paths;
}

describe('the endpoints of the embedded platform', () => {
  // The client itself names content types.
  const called = new Set(
    readdirSync(folder)
      .filter((file) => file !== 'client.ts')
      .flatMap(pathsIn),
  );
  const offered = endpoints.map(({ path }) => path);

  it('are each called by a client of ours, or have a named use', () =>
    assert.deepEqual(
      offered.filter((path) => !called.has(path)).toSorted(),
      Object.keys(neededBy).toSorted(),
    ));

  it('include all that our clients call, except for what is listed', () =>
    assert.deepEqual(
      [...called].filter((path) => !offered.includes(path)).toSorted(),
      Object.keys(notOffered).toSorted(),
    ));
});
