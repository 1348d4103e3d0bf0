import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { scan, type ScanOptions } from '../../../src/emulator/scanner/scan.ts';
import type { Report } from '../../../src/emulator/report.ts';
import { findProgram } from '../../../src/node/process/findProgram.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const source = `import os
# A comment


def f(a=[]):
    return eval(a)  # noqa
`;

/** Scans a folder with the folders of programs in PATH. Returns the report and what was not analyzed. */
async function scanWith(
  path: readonly string[],
  options: Pick<ScanOptions, 'directory'>,
): Promise<{ report: Report; left: string[] }> {
  const left: string[] = [];
  const env = { ...process.env, PATH: path.join(delimiter) };
  const onNotAnalyzed = (text: string): void => void left.push(text);
  return { report: await scan({ projectKey: 'p', env, onNotAnalyzed, ...options }), left };
}

/** Writes a program `ruff` into a folder and returns the folder. */
function writeRuff(folder: string, script: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ruff'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

describe('the analysis of Python', () => {
  it('finds issues with ruff, whatever the folder configures, and describes their rules', function () {
    // Where this is skipped, the wheel of ruff is not installed: pip install ruff
    if (findProgram('ruff') === undefined) this.skip();
    return withTempFolder(async (directory) => {
      mkdirSync(join(directory, 'tests'));
      writeFileSync(join(directory, 'a.py'), source);
      writeFileSync(join(directory, 'tests/b.py'), 'def (:\n');
      writeFileSync(join(directory, 'ruff.toml'), 'lint.ignore = ["F401"]\nrequired-version = ">=99"\n');
      const { report, left } = await scanWith([process.env.PATH ?? ''], { directory });
      assert.deepEqual(left, []);
      assert.deepEqual(
        report.files.map(({ path, language, scope, facts }) => [path, language, scope, facts.ncloc]),
        [
          ['a.py', 'py', 'MAIN', 3],
          ['tests/b.py', 'py', 'TEST', 1],
        ],
      );
      const found = report.issues.map(
        ({ path, rule, type, textRange }) => `${path}:${textRange?.startLine ?? 0} ${rule} ${type}`,
      );
      assert.deepEqual(found.slice(0, 4), [
        'a.py:1 ruff:F401 CODE_SMELL',
        'a.py:5 ruff:B006 BUG',
        'a.py:6 ruff:S307 VULNERABILITY',
        'tests/b.py:1 ruff:syntax BUG',
      ]);
      assert.deepEqual(report.issues[0]?.textRange, {
        startLine: 1,
        endLine: 1,
        startOffset: 7,
        endOffset: 9,
      });
      const { description = '' } = report.rules.find(({ key }) => key === 'ruff:B006') ?? {};
      assert.match(description, /<h3>Why is this bad\?<\/h3><p>.*<pre>def /su);
    });
  });

  for (const [what, path, reason] of [
    ['there is no ruff', () => [], /^1 Python file not analyzed \(ruff is not on the PATH\)$/],
    [
      'ruff belongs to the project',
      (folder: string) => [writeRuff(join(folder, '.venv/bin'), `touch '${folder}/started'`)],
      /\(ruff is not on the PATH\)$/,
    ],
    ['ruff fails', (folder: string) => [writeRuff(`${folder}-bin`, 'echo no >&2; exit 2')], /\(ruff failed/],
    [
      'ruff prints something else',
      (folder: string) => [writeRuff(`${folder}-bin`, 'echo "[{}]"')],
      /\(ruff printed what cannot be read\)$/,
    ],
    [
      'ruff prints without end',
      (folder: string) => [writeRuff(`${folder}-bin`, 'yes')],
      /\(ruff printed more than 64 MiB\)$/,
    ],
  ] as const)
    it(`leaves the files out and says so when ${what}`, function () {
      // Scripts of a shell are no programs there.
      if (process.platform === 'win32') this.skip();
      return withTempFolder(async (folder) => {
        const directory = join(folder, 'project');
        mkdirSync(directory);
        writeFileSync(join(directory, 'a.py'), source);
        const { report, left } = await scanWith([...path(directory), '/usr/bin', '/bin'], { directory });
        assert.equal(left.length, 1);
        assert.match(left[0] ?? '', reason);
        assert.deepEqual([report.files, report.issues], [[], []]);
        assert.ok(!existsSync(join(directory, 'started')), 'a program of the project ran');
      });
    });
});
