import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { uiTestFiles } from '../../../scripts/uiTestFiles.ts';

const root = join(import.meta.dirname, '../../..');

describe('files of UI tests', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'service-ui-files-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function filesOf(files: Readonly<Record<string, string>>): ReturnType<typeof uiTestFiles> {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const within = relative(root, folder);
    const names = (paths: readonly string[]): string[] => paths.map((path) => relative(within, path));
    const { tagged, untagged } = uiTestFiles(within);
    return { tagged: names(tagged), untagged: names(untagged) };
  }

  it('are split by the tag on a separate line', () => {
    const found = filesOf({
      'a.test.ts': "import x from 'x';\n\n// @oldest-editor: why\nstory();\n",
      'b.test.ts': "scenario('// @oldest-editor');\n",
      'deep/c.test.ts': '// @oldest-editor\n',
    });
    assert.deepEqual(found, { tagged: ['a.test.ts', 'deep/c.test.ts'], untagged: ['b.test.ts'] });
  });

  it('are those that end with .test.ts', () => {
    assert.deepEqual(filesOf({ 'a.test.ts': '', 'scenario.ts': '', 'a.data.ts': '' }), {
      tagged: [],
      untagged: ['a.test.ts'],
    });
  });

  it('have both kinds in this repository', () => {
    const { tagged, untagged } = uiTestFiles();
    assert.ok(tagged.length > 0 && untagged.length > 0);
  });
});
