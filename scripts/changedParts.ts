import { run } from './run.ts';
import { filesChangedSince, inputsOf } from './testInputs.ts';
import { checks, isInDefault, plainParts, plainTestFiles, type TestPart } from './testParts.ts';
import { join } from 'node:path';

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
    const isWanted = (test: string): boolean =>
      inputs.get(test)?.startsPrograms === true ? isNear(file, test) : imports(test);
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
  const scripts = changed.filter((file) => /\.(?:ts|mjs)$/.test(file));
  const existing = await existingOf(scripts);
  return [
    ...(changed.some((file) => /^src\/(?:extension|entrypoints)\//.test(file)) ? [walk] : []),
    ...plainParts([...affected].sort()),
    ...checks.filter(({ name }) => name === 'types'),
    ...(existing.length > 0 ? [lintOf(existing)] : []),
  ];
}

/**
 * Whether programs that a test starts are likely to use a source: it is an entry point, or of the room of the test. Where both
 * lie in folders of the room, these must be the same.
 */
function isNear(file: string, test: string): boolean {
  if (!file.startsWith('src/')) return false;
  const [room, folder] = foldersOf(file);
  const [testRoom, testFolder] = foldersOf(test);
  if (room === 'entrypoints') return true;
  return room === testRoom && (folder === undefined || testFolder === undefined || folder === testFolder);
}

const foldersOf = (file: string): readonly (string | undefined)[] =>
  /^(?:src|test\/unit)\/(\w+)\/(?:(\w+)\/)?/.exec(file)?.slice(1) ?? [];

const walk: TestPart = {
  name: 'test:ui, the walk',
  command: ['npm', 'run', '--silent', 'test:ui', '--', '--editor', '1.139.1', 'test/ui/start.test.ts'],
};

async function existingOf(files: readonly string[]): Promise<readonly string[]> {
  const listed = await run(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...files],
    root,
  );
  return listed.split('\n').filter((file) => files.includes(file) && file !== '');
}

const lintOf = (files: readonly string[]): TestPart => ({
  name: 'eslint of the changed files',
  command: ['npx', 'eslint', '--max-warnings', '0', '--no-warn-ignored', ...files],
  isSingle: true,
});
