import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesChangedSince, inputsOf } from './testInputs.ts';
import { checks, isInDefault, plainParts, plainTestFiles, type TestPart } from './testParts.ts';

const root = join(import.meta.dirname, '..');

/** Files that only tests of the repository itself read. */
const readByHouse =
  /^(?:docs|deploy|lab|scripts|bench|media|editors|\.[^/]+|[^/]+\.(?:md|json|mjs|data\.ts))(?:\/|$)|^Containerfile$|\.md$/;
/** Texts of the editor. */
const texts = /^(?:l10n\/|package(?:\.nls.*)?\.json$)/;
/** Files that each run depends on. */
const forAll =
  /^(?:package-lock\.json|tsconfig\.json|\.mocharc\.json|test\/(?:fixtures|harness)\/|scripts\/(?:test|build|bundles))/;

/**
 * Returns the parts that the difference from a commit can affect: the test files of the default run that import a changed file,
 * and the walk through the product if the extension changed. Of those that start programs, and cost most, only the near ones,
 * unless no other test has the file. Undefined if a file can affect all.
 */
export async function partsChangedSince(commit: string): Promise<readonly TestPart[] | undefined> {
  const changed = await filesChangedSince(commit);
  if (changed.some((file) => forAll.test(file))) return undefined;
  const candidates = plainTestFiles().filter(isInDefault);
  const inputs = await inputsOf(candidates);
  const testsOf = (file: string): readonly string[] => {
    const imports = (test: string): boolean => inputs.get(test)?.files.has(file) === true;
    const near = nearTests(file, candidates);
    const isWanted = (test: string): boolean =>
      inputs.get(test)?.startsPrograms === true ? near.test(test) : imports(test);
    const wanted = file.startsWith('src/') ? candidates.filter(isWanted) : [];
    return wanted.length > 0 ? wanted : candidates.filter(imports);
  };
  const assigned = new Map(changed.map((file) => [file, testsOf(file)]));
  const affected = new Set([...assigned.values()].flat());
  for (const file of changed) {
    const read = [readByHouse.test(file) && 'house', texts.test(file) && 'extension'].filter(
      (room) => room !== false,
    );
    for (const test of candidates)
      if (read.some((room) => test.startsWith(`test/unit/${room}/`))) affected.add(test);
    const isKnown =
      read.length > 0 ||
      (assigned.get(file) ?? []).length > 0 ||
      /^src\/(?:extension|entrypoints)\/|^test\/(?:editor|ui)\//.test(file);
    if (!isKnown) return undefined;
  }
  const existing = changed.filter((file) => /\.(?:ts|mjs)$/.test(file) && existsSync(join(root, file)));
  return [
    ...(changed.some((file) => /^src\/(?:extension|entrypoints)\//.test(file)) ? [walk] : []),
    ...plainParts([...affected].sort()),
    ...checks.filter(({ name }) => name === 'types'),
    ...(existing.length > 0 ? [lintOf(existing)] : []),
  ];
}

/**
 * Matches the paths of tests whose programs are likely to use a source: those of its folder, or those directly in the folder
 * of its room if its own has no tests. Entry points are near all.
 */
function nearTests(file: string, tests: readonly string[]): RegExp {
  const [, room = '', folder = ''] = /^src\/(\w+)\/(\w+\/)?/.exec(file) ?? [];
  if (room === 'entrypoints') return /^/;
  const own = new RegExp(`^test/unit/${room}/${folder}`);
  return tests.some((test) => own.test(test)) ? own : new RegExp(`^test/unit/${room}/[^/]+$`);
}

const walk: TestPart = {
  name: 'test:ui, the walk',
  command: ['npm', 'run', '--silent', 'test:ui', '--', '--editor', '1.139.1', 'test/ui/start.test.ts'],
};

const lintOf = (files: readonly string[]): TestPart => ({
  name: 'eslint of the changed files',
  command: ['npx', 'eslint', '--max-warnings', '0', '--no-warn-ignored', ...files],
  isSingle: true,
});
