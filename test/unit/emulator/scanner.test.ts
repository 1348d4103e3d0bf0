import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeReport, encodeReport } from '../../../src/emulator/report.ts';
import { detectCi, scan } from '../../../src/emulator/scanner/scan.ts';
import { assertNone } from '../../support/lists.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const source = `// Copyright
/* eslint no-debugger: off */
import { readFile } from 'node:fs';

export function decide(a: number, b?: string): number {
  if (a > 1 && b) {
    debugger;
    return a ? 1 : 2;
  } else if (a < 0) {
    for (const c of b ?? '') eval(c);
  }
  return 0;
}
`;

describe('the scanner', () => {
  it('finds the issues of all analyzers, measures the files, and skips files that are not sources of the project', () =>
    withTempFolder(async (folder) => {
      await mkdir(join(folder, 'node_modules/x'), { recursive: true });
      await writeFile(join(folder, 'node_modules/x/index.js'), 'debugger;');
      await writeFile(
        join(folder, 'eslint.config.mjs'),
        'throw new Error("must not be read as configuration");',
      );
      await writeFile(join(folder, 'decide.ts'), source);
      await writeFile(join(folder, 'decide.test.ts'), 'export const re = /a|a/u;\n');
      await writeFile(join(folder, 'broken.js'), 'const = ;\n');
      const report = await scan({
        directory: folder,
        projectKey: 'p',
        properties: { 'service.scm.disabled': 'true' },
      });

      assert.deepEqual(
        report.files.map(({ path, language, scope }) => [path, language, scope]),
        [
          ['broken.js', 'js', 'MAIN'],
          ['decide.test.ts', 'ts', 'TEST'],
          ['decide.ts', 'ts', 'MAIN'],
          ['eslint.config.mjs', 'js', 'MAIN'],
        ],
      );
      const found = report.issues
        .filter(({ path }) => path !== 'eslint.config.mjs')
        .map(
          ({ path, rule, type, severity, textRange }) =>
            `${path}:${textRange?.startLine ?? 0} ${rule} ${type} ${severity}`,
        );
      assert.deepEqual(found.toSorted(), [
        'broken.js:1 eslint:syntax BUG BLOCKER',
        'decide.test.ts:1 regexp:no-dupe-disjunctions CODE_SMELL MAJOR',
        'decide.test.ts:1 regexp:prefer-character-class CODE_SMELL MAJOR',
        'decide.ts:10 eslint:no-eval VULNERABILITY CRITICAL',
        'decide.ts:3 typescript-eslint:no-unused-vars CODE_SMELL MINOR',
        'decide.ts:7 eslint:no-debugger BUG MINOR',
      ]);
      const facts = report.files.find(({ path }) => path === 'decide.ts')?.facts;
      assert.deepEqual(facts, {
        ncloc: 10,
        comment_lines: 2,
        functions: 1,
        classes: 0,
        statements: 8,
        complexity: 7,
        cognitive_complexity: 7,
      });
      assert.deepEqual([report.scm, report.revision], ['undetected', undefined]);
      assert.deepEqual(await decodeReport(await encodeReport(report)), report);
    }));

  it('finds unreachable code, floating promises and needless assertions, describes its rules, and accepts require() in CommonJS', () =>
    withTempFolder(async (folder) => {
      const unreachable = 'export function f() {\n  return 1;\n  f();\n}\n';
      await writeFile(join(folder, 'a.ts'), unreachable);
      await writeFile(join(folder, 'b.js'), unreachable);
      await writeFile(join(folder, 'c.js'), "exports.p = require('node:path');\n");
      await writeFile(join(folder, 'd.cjs'), "exports.p = require('node:path');\n");
      await writeFile(join(folder, 'e.ts'), "import p = require('node:path');\nexport const q = p;\n");
      await writeFile(join(folder, 'g.ts'), 'export const g = globalThis.name! ?? "";\n');
      await writeFile(join(folder, 'h.js'), 'let h = 1;\nh.toFixed();\n');
      await writeFile(
        join(folder, 'i.ts'),
        "import { other } from './other.js';\nasync function go() { await other(); }\ngo();\nvoid go();\nother();\n" +
          "const text = 'a';\nother(text!, other.x!, other as string);\nPromise.all([go()]).catch(other);\n",
      );
      await writeFile(join(folder, 'j.js'), "fetch('/a');\nfetch('/a').then(JSON.parse, JSON.parse);\n");
      const { issues, rules } = await scan({ directory: folder, projectKey: 'p' });
      assert.deepEqual(
        issues.map(({ path, rule, type, textRange }) => [path, textRange?.startLine, rule, type].join(' ')),
        [
          'a.ts 3 eslint:no-unreachable BUG',
          'b.js 3 eslint:no-unreachable BUG',
          'e.ts 1 typescript-eslint:no-require-imports CODE_SMELL',
          'g.ts 1 typescript-eslint:no-non-null-asserted-nullish-coalescing CODE_SMELL',
          'h.js 1 eslint:prefer-const CODE_SMELL',
          'i.ts 3 typescript-eslint:no-floating-promises BUG',
          'i.ts 7 typescript-eslint:no-unnecessary-type-assertion CODE_SMELL',
          'j.js 1 typescript-eslint:no-floating-promises BUG',
        ],
      );
      const { description = '' } = rules.find(({ key }) => key === 'eslint:no-unreachable') ?? {};
      assert.match(
        description,
        /^<p>Disallow unreachable code after .*<\/p><p>It reports:<\/p><ul><li>Unreachable code\./u,
      );
      assertNone(rules, ({ description }) => description.includes('{{'));
    }));

  it('recognizes the CI system by its environment variables', () => {
    assert.equal(detectCi({ GITLAB_CI: 'true' }), 'Gitlab CI');
    assert.equal(detectCi({}), 'undetected');
  });

  it('rejects data that is not a report', async () => {
    assert.equal(await decodeReport(Buffer.from('no gzip')), undefined);
    assert.equal(await decodeReport(await encodeReport({ format: 2 } as never)), undefined);
  });
});
