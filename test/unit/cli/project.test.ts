import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProject } from '../../../src/cli/project/findProject.ts';
import { gitRemote } from '../../../src/node/process/repository.ts';
import { eachHardFolder } from '../../support/cliRun.ts';
import { gitIn } from '../../support/gitIn.ts';
import { put } from '../../support/tempFolder.ts';

const setting = (key: string) => `{ // mine\n "service.connectedMode.project": {"projectKey": "${key}"}, }`;

describe('the project of a folder', () => {
  let folder: string;
  let root: string;
  eachHardFolder((made) => {
    folder = made;
    root = join(folder, 'repo');
    mkdirSync(root);
    gitIn(root, 'init', '-q');
  });

  const sources: Record<string, string> = {
    '.vscode/settings.json': setting('k'),
    '.service/connectedMode.json': '{"projectKey": "k", "sonarQubeUri": "https://x"}',
    '.sonarlint/connectedMode.json': '{"projectKey": "k"}',
    'service-project.properties': '# x\nservice.projectKey = k\n',
    'sonar-project.properties': 'sonar.projectName=x\r\nsonar.projectKey:k\r\n',
    '.sonarcloud.properties': 'sonar.projectKey=\\u006b',
  };
  for (const [path, text] of Object.entries(sources))
    it(`reads the key from ${path} [IN1]`, async () => {
      put(join(root, path), text);
      assert.deepEqual(await findProject(root), { root, key: 'k', source: join(root, path) });
    });

  it('reads what the extension reads: names in any case, properties that go on over lines', async () => {
    put(join(root, 'sonar-project.properties'), 'sonar.projectKey=sc\\\n  anner');
    assert.equal((await findProject(root)).key, 'scanner');
    put(
      join(root, '.sonarlint/connectedMode.json'),
      '{"SonarQubeUri": "https://x", "ProjectKey": " shared "}',
    );
    assert.equal((await findProject(root)).key, 'shared');
  });

  it('prefers the binding of the user to the properties of the scanner', async () => {
    put(join(root, 'sonar-project.properties'), 'sonar.projectKey=scanner');
    put(join(root, '.vscode/settings.json'), setting('mine'));
    assert.equal((await findProject(root)).key, 'mine');
  });

  it('takes the nearest folder of a monorepo, and the top where none is named below', async () => {
    put(join(root, 'sonar-project.properties'), 'sonar.projectKey=all');
    put(join(root, 'part/sonar-project.properties'), 'sonar.projectKey=part');
    put(join(root, 'part/src/deep/x'), '');
    put(join(root, 'other/x'), '');
    assert.deepEqual((await findProject(join(root, 'part/src/deep'))).root, join(root, 'part'));
    assert.equal((await findProject(join(root, 'other'))).key, 'all');
  });

  it('stays inside a worktree and inside a submodule', async () => {
    put(join(root, 'sonar-project.properties'), 'sonar.projectKey=outer');
    gitIn(root, 'commit', '-qm', 'x', '--allow-empty');
    const worktree = join(dirname(root), 'worktree');
    gitIn(root, 'worktree', 'add', '-q', worktree);
    assert.deepEqual(await findProject(worktree), { root: worktree, key: undefined, source: undefined });
    const library = join(dirname(root), 'library');
    mkdirSync(library);
    gitIn(library, 'init', '-q');
    gitIn(library, 'commit', '-qm', 'x', '--allow-empty');
    gitIn(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
    const inside = { root: join(root, 'lib'), key: undefined, source: undefined };
    assert.deepEqual(await findProject(inside.root), inside);
  });

  it('names no project from files that are broken or bind to nothing', async () => {
    put(join(root, '.vscode/settings.json'), '{"service.connectedMode.project": {}}');
    put(join(root, '.service/connectedMode.json'), '{"projectKey": 3}');
    put(join(root, 'sonar-project.properties'), 'sonar.projectKey=\n');
    assert.equal((await findProject(root)).key, undefined);
  });

  it('takes the folder itself outside of git', async () => {
    assert.deepEqual(await findProject(folder), { root: folder, key: undefined, source: undefined });
  });

  describe('gitRemote', () => {
    it('leaves credentials out', async () => {
      gitIn(root, 'remote', 'add', 'origin', 'https://me:token@forge.example/a/b.git');
      assert.equal(await gitRemote(root), 'https://forge.example/a/b.git');
      gitIn(root, 'remote', 'set-url', 'origin', 'https://me:to@ken@forge.example/a/b.git');
      assert.equal(await gitRemote(root), 'https://forge.example/a/b.git');
    });

    it('is undefined without one', async () => {
      assert.equal(await gitRemote(root), undefined);
    });
  });
});
