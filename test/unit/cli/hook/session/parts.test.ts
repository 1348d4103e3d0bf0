import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localParts } from '../../../../../src/cli/hook/session/context.ts';
import { put, withTempFolder } from '../../../../support/tempFolder.ts';

const [guidelines, architecture, navigation, dependencies] = localParts;

/** Runs `work` in a folder with these files. */
const inProject = (
  files: Readonly<Record<string, string>>,
  work: (root: string) => Promise<void>,
): Promise<void> =>
  withTempFolder((root) => {
    for (const [path, text] of Object.entries(files)) put(join(root, path), text);
    return work(root);
  });

const git = (root: string, ...args: string[]): void => {
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', ...args], { cwd: root });
};

const longText = 'a line of text\n'.repeat(1000);

for (const [title, partOf, pages] of [
  [
    'Guidelines',
    guidelines,
    ['AGENTS.md', 'CONTRIBUTING.md', '.github/CONTRIBUTING.md', 'docs/CONTRIBUTING.md'],
  ],
  [
    'Architecture',
    architecture,
    ['ARCHITECTURE.md', 'docs/ARCHITECTURE.md', 'docs/architecture.md', 'doc/architecture.md'],
  ],
] as const)
  describe(`the part ${title} of a session`, () => {
    for (const [index, page] of pages.entries())
      it(`comes from ${page} if the pages that are preferred do not exist`, () =>
        inProject(
          // Where names ignore the case, two of them are one file, which has the text that is written last.
          Object.fromEntries(
            pages
              .slice(index)
              .reverse()
              .map((name) => [name, `of ${name}`]),
          ),
          async (root) => {
            const found = await partOf(root);
            assert.deepEqual(
              { ...found, source: found?.source.toLowerCase() },
              { title, source: page.toLowerCase(), text: `of ${page}` },
            );
          },
        ));
  });

describe('the guidelines of a session', () => {
  it('are absent without such a page, and shortened to 3,000 characters', async () => {
    const long = 'x'.repeat(2998);
    for (const [files, text] of [
      [{}, undefined],
      [{ 'AGENTS.md': `${long}yz` }, `${long}yz`],
      [{ 'AGENTS.md': `${long}\nyz` }, `${long}\n… (shortened)`],
    ] as const)
      await inProject(files, async (root) => {
        assert.equal((await guidelines(root))?.text, text);
      });
  });
});

describe('the architecture of a session', () => {
  it('lists the top folder without such a page, without hidden names and installed packages', () =>
    inProject({ 'src/a.ts': '', 'b.ts': '', '.env': '', 'node_modules/x/a.js': '' }, async (root) => {
      assert.deepEqual(await architecture(root), {
        title: 'Architecture',
        source: 'the top folder',
        text: 'b.ts\nsrc/',
      });
      for (const name of ['src', 'b.ts']) rmSync(join(root, name), { recursive: true });
      assert.equal(await architecture(root), undefined);
    }));
});

describe('the dependencies of a session', () => {
  const manifests = [
    ['pyproject.toml', 'poetry.lock'],
    ['requirements.txt', 'requirements.lock'],
    ['go.mod', 'go.sum'],
    ['Cargo.toml', 'Cargo.lock'],
    ['build.gradle', 'gradle.lockfile'],
    ['build.gradle.kts', 'gradle.lockfile'],
    ['Gemfile', 'Gemfile.lock'],
    ['composer.json', 'composer.lock'],
  ] as const;
  for (const [manifest, lock] of manifests)
    it(`are the text of ${manifest}, and name ${lock} if it exists`, async () => {
      await inProject({ [manifest]: 'left 1' }, async (root) => {
        assert.deepEqual(await dependencies(root), {
          title: 'Dependencies',
          source: manifest,
          text: 'left 1',
        });
      });
      await inProject({ [manifest]: 'left 1', [lock]: '' }, async (root) => {
        assert.equal((await dependencies(root))?.source, `${manifest}, versions locked in ${lock}`);
      });
    });

  it('are the text of pom.xml, which has no lockfile', () =>
    inProject({ 'pom.xml': '<dependency/>' }, async (root) => {
      assert.equal((await dependencies(root))?.source, 'pom.xml');
    }));

  it('are the versions of package.json without a lockfile', () =>
    inProject({ 'package.json': '{"dependencies":{"left":"^1.0.0"}}' }, async (root) => {
      assert.deepEqual(await dependencies(root), {
        title: 'Dependencies',
        source: 'package.json',
        text: 'Used:\n- left ^1.0.0',
      });
    }));

  for (const [what, text] of Object.entries({
    'has none': '{}',
    'does not parse': '{"dependencies":',
    'has an ill-typed list': '{"dependencies":[1]}',
  }))
    it(`are absent when package.json ${what}`, () =>
      inProject({ 'package.json': text }, async (root) => {
        assert.equal(await dependencies(root), undefined);
      }));

  it('are shortened to 2,500 characters', () =>
    inProject({ 'go.mod': longText }, async (root) => {
      const text = (await dependencies(root))?.text ?? '';
      assert(text.length > 2400 && text.length <= 2500 + '\n… (shortened)'.length, String(text.length));
      assert.match(text, /… \(shortened\)$/);
    }));
});

describe('the navigation of a session', () => {
  const changed = (files: Readonly<Record<string, string>>, work: (root: string) => Promise<void>) =>
    inProject(files, async (root) => {
      git(root, 'init', '-q');
      git(root, 'add', '.');
      git(root, 'commit', '-q', '-m', 'first');
      await work(root);
    });

  it('names each exported symbol of changed files with at most five files that use it', () => {
    const users = ['b', 'c', 'd', 'e', 'f', 'g'];
    const files = Object.fromEntries(users.map((name) => [`${name}.ts`, 'parseThing();']));
    return changed({ ...files, 'a.ts': '' }, async (root) => {
      writeFileSync(join(root, 'a.ts'), 'export function parseThing() {}\nexport const unused = 1;\n');
      const part = await navigation(root);
      assert.equal(part?.source, 'git grep');
      const [file, first, second] = part.text.split('\n');
      assert.equal(file, 'a.ts');
      assert.match(first ?? '', /^- `parseThing`: (?:\w\.ts, ){4}\w\.ts$/);
      assert.equal(second, '- `unused`: no use found');
    });
  });

  it('names at most ten files, and eight symbols of each', () =>
    changed({ 'a.ts': '' }, async (root) => {
      const symbols = Array.from({ length: 11 }, (_, index) => `export const s${index} = 1;`);
      writeFileSync(join(root, 'a.ts'), symbols.slice(0, 9).join('\n'));
      const text = (await navigation(root))?.text ?? '';
      assert(text.includes('`s7`') && !text.includes('`s8`'), text);
      for (const [index, symbol] of symbols.entries()) writeFileSync(join(root, `f${index}.ts`), symbol);
      git(root, 'add', '.');
      assert.equal((await navigation(root))?.text.match(/^\w+\.ts$/gm)?.length, 10);
    }));

  it('is absent when no changed file exports a symbol', () =>
    changed({ 'a.md': '' }, async (root) => {
      writeFileSync(join(root, 'a.md'), 'export function parseThing() {}');
      assert.equal(await navigation(root), undefined);
    }));
});
