import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProject } from '../../../src/cli/project/findProject.ts';
import { gitRemote } from '../../../src/node/process/repository.ts';
import { inTempFolder } from '../../support/cliRun.ts';
import { put } from '../../support/tempFolder.ts';

const git = (cwd: string, ...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args],
    { cwd, stdio: 'ignore' },
  );

function inRepository(use: (root: string) => Promise<void>): Promise<void> {
  return inTempFolder(async (folder) => {
    const root = join(realpathSync(folder), 'repo');
    mkdirSync(root);
    git(root, 'init', '-q');
    await use(root);
  });
}

const setting = (key: string) => `{ // mine\n "service.connectedMode.project": {"projectKey": "${key}"}, }`;

describe('findProject', () => {
  const sources: Record<string, string> = {
    '.vscode/settings.json': setting('k'),
    '.service/connectedMode.json': '{"projectKey": "k", "sonarQubeUri": "https://x"}',
    '.sonarlint/connectedMode.json': '{"projectKey": "k"}',
    'service-project.properties': '# x\nservice.projectKey = k\n',
    'sonar-project.properties': 'sonar.projectName=x\r\nsonar.projectKey:k\r\n',
    '.sonarcloud.properties': 'sonar.projectKey=\\u006b',
  };
  for (const [path, text] of Object.entries(sources))
    it(`reads the key from ${path} [IN1]`, () =>
      inRepository(async (root) => {
        put(join(root, path), text);
        assert.deepEqual(await findProject(root), { root, key: 'k', source: join(root, path) });
      }));

  it('reads what the extension reads: names in any case, properties that go on over lines', () =>
    inRepository(async (root) => {
      put(join(root, 'sonar-project.properties'), 'sonar.projectKey=sc\\\n  anner');
      assert.equal((await findProject(root)).key, 'scanner');
      put(
        join(root, '.sonarlint/connectedMode.json'),
        '{"SonarQubeUri": "https://x", "ProjectKey": " shared "}',
      );
      assert.equal((await findProject(root)).key, 'shared');
    }));

  it('prefers the binding of the user to the properties of the scanner', () =>
    inRepository(async (root) => {
      put(join(root, 'sonar-project.properties'), 'sonar.projectKey=scanner');
      put(join(root, '.vscode/settings.json'), setting('mine'));
      assert.equal((await findProject(root)).key, 'mine');
    }));

  it('takes the nearest folder of a monorepo, and the top where none is named below', () =>
    inRepository(async (root) => {
      put(join(root, 'sonar-project.properties'), 'sonar.projectKey=all');
      put(join(root, 'part/sonar-project.properties'), 'sonar.projectKey=part');
      put(join(root, 'part/src/deep/x'), '');
      put(join(root, 'other/x'), '');
      assert.deepEqual((await findProject(join(root, 'part/src/deep'))).root, join(root, 'part'));
      assert.equal((await findProject(join(root, 'other'))).key, 'all');
    }));

  it('stays inside a worktree and inside a submodule', () =>
    inRepository(async (root) => {
      put(join(root, 'sonar-project.properties'), 'sonar.projectKey=outer');
      git(root, 'commit', '-qm', 'x', '--allow-empty');
      const worktree = join(dirname(root), 'worktree');
      git(root, 'worktree', 'add', '-q', worktree);
      assert.deepEqual(await findProject(worktree), { root: worktree, key: undefined, source: undefined });
      const library = join(dirname(root), 'library');
      mkdirSync(library);
      git(library, 'init', '-q');
      git(library, 'commit', '-qm', 'x', '--allow-empty');
      git(root, 'submodule', '--quiet', 'add', library, 'lib');
      assert.deepEqual(await findProject(join(root, 'lib')), {
        root: join(root, 'lib'),
        key: undefined,
        source: undefined,
      });
    }));

  it('names no project from files that are broken or bind to nothing', () =>
    inRepository(async (root) => {
      put(join(root, '.vscode/settings.json'), '{"service.connectedMode.project": {}}');
      put(join(root, '.service/connectedMode.json'), '{"projectKey": 3}');
      put(join(root, 'sonar-project.properties'), 'sonar.projectKey=\n');
      assert.equal((await findProject(root)).key, undefined);
    }));

  it('takes the folder itself outside of git', () =>
    inTempFolder(async (folder) => {
      assert.deepEqual(await findProject(folder), { root: folder, key: undefined, source: undefined });
    }));
});

describe('gitRemote', () => {
  it('leaves credentials out', () =>
    inRepository(async (root) => {
      git(root, 'remote', 'add', 'origin', 'https://me:token@forge.example/a/b.git');
      assert.equal(await gitRemote(root), 'https://forge.example/a/b.git');
      git(root, 'remote', 'set-url', 'origin', 'https://me:to@ken@forge.example/a/b.git');
      assert.equal(await gitRemote(root), 'https://forge.example/a/b.git');
    }));

  it('is undefined without one', () =>
    inRepository(async (root) => {
      assert.equal(await gitRemote(root), undefined);
    }));
});
