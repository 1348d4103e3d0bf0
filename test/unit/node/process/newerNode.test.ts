import assert from 'node:assert/strict';
import { findNode, forwardedSignals, isNewEnough } from '../../../../src/node/process/newerNode.ts';

/** A path as it is on Linux. */
const posix = (path: unknown): string => String(path).replaceAll('\\', '/');

describe('the Node of programs with a store', () => {
  it('is new enough from version 24', () =>
    assert.deepEqual(['20.19.0', '22.12.0', '24.0.0', '26.1.0'].map(isNewEnough), [
      false,
      false,
      true,
      true,
    ]));

  it('is looked for beside the script and in every folder above it', () => {
    const asked: string[] = [];
    const exists = (path: unknown) => {
      asked.push(posix(path));
      return posix(path).startsWith('/a/node_modules');
    };
    assert.equal(posix(findNode('/a/b/dist/cli.js', exists, 'linux')), '/a/node_modules/node/bin/node');
    assert.deepEqual(asked, [
      '/a/b/dist/node_modules/node/bin/node',
      '/a/b/node_modules/node/bin/node',
      '/a/node_modules/node/bin/node',
    ]);
    assert.equal(
      findNode('/a/cli.js', () => false),
      undefined,
    );
  });

  it('is node.exe on Windows', () => {
    const exists = (path: unknown) => String(path).endsWith('node.exe');
    assert.equal(posix(findNode('/a/cli.js', exists, 'win32')), '/a/node_modules/node/bin/node.exe');
  });

  it('gets no Ctrl+C from this process where the terminal sends it, as a second one would end it at once', () => {
    assert.deepEqual(forwardedSignals('win32', false), ['SIGTERM']);
    assert.deepEqual(forwardedSignals('linux', true), ['SIGTERM']);
    assert.deepEqual(forwardedSignals('linux', false), ['SIGINT', 'SIGTERM']);
  });
});
