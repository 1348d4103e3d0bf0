import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { build } from 'esbuild';
import { run } from './processGroup.ts';
import { editorVersions } from './editor/versions.ts';
import type { PartResult } from './lanes.ts';
import type { TestPart } from './testParts.ts';

const root = join(import.meta.dirname, '..');

export interface TestInputs {
  /** The sources and tests that it imports, directly or not, and itself. Relative to the repository. */
  readonly files: ReadonlySet<string>;
  /** It, or a helper that it imports, starts programs: these can be made of every file of `src`. */
  readonly startsPrograms: boolean;
}

const startingPrograms = /\bdist\b|\bspawn|\bstartGroup\b|\bexecFile|\bfork\(/;

/**
 * Follows the imports of test files.
 * @param tests paths relative to the repository
 */
export async function inputsOf(tests: readonly string[]): Promise<ReadonlyMap<string, TestInputs>> {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: tests.map((file) => `import './${file}';`).join('\n'),
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    packages: 'external',
    external: ['vscode', '*.cjs', '*.js'],
    platform: 'node',
    format: 'esm',
    loader: { '.node': 'empty' },
    metafile: true,
    write: false,
    outfile: 'inputs.js',
    logLevel: 'silent',
  });
  const starting = new Set(
    Object.keys(metafile.inputs)
      .filter((file) => file !== '<stdin>' && !file.startsWith('src/'))
      .filter((file) => startingPrograms.test(readFileSync(join(root, file), 'utf8'))),
  );
  return new Map(
    tests.map((test) => {
      const files = new Set([test]);
      for (const file of files)
        for (const { path, external } of metafile.inputs[file]?.imports ?? []) if (!external) files.add(path);
      return [test, { files, startsPrograms: [...files].some((file) => starting.has(file)) }];
    }),
  );
}

/** Files of the repository, relative to it: tracked, and untracked but not ignored. */
export async function repositoryFiles(): Promise<readonly string[]> {
  const list = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], root);
  return [...new Set(list.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file))).sort();
}

/** Files that differ from a commit, also those that are not committed or not tracked. Relative to the repository. */
export async function filesChangedSince(commit: string): Promise<readonly string[]> {
  const lists = await Promise.all([
    run('git', ['diff', '--name-only', '--no-renames', '-z', commit, '--'], root),
    run('git', ['ls-files', '--others', '--exclude-standard', '-z'], root),
  ]);
  return [...new Set(lists.join('').split('\0'))].filter((file) => file !== '').sort();
}

const digests = new Map<string, string>();

/** Returns one hash for the names and contents of files, and for what else counts. */
export function hashOf(files: readonly string[], ...others: readonly string[]): string {
  const hash = createHash('sha256');
  for (const other of others) hash.update(`${other}\n`);
  for (const file of files) {
    const path = join(root, file);
    const digest =
      digests.get(file) ??
      (lstatSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '');
    digests.set(file, digest);
    hash.update(`${file} ${digest}\n`);
  }
  return hash.digest('hex');
}

const file = join(import.meta.dirname, '../.cache/passed.json');

interface PassedParts {
  /** The commit that was checked out at the last run that passed. */
  readonly commit?: string;
  /** The inputs with which each part passed, and the number of its tests; the key is the name of the part. */
  readonly parts: Readonly<Record<string, { readonly key: string; readonly passed: number }>>;
}

/** Variables that can change a result. */
const variables = ['CHROMIUM', 'SERVICE_CACHE', 'SERVICE_TEST_SEED', 'NATS_SERVER', 'LANG', 'PATH'];

export function readPassed(): PassedParts {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PassedParts) : { parts: {} };
}

/** @param commit which the default run has passed for; undefined if it has not */
export function savePassed(
  before: PassedParts,
  results: readonly PartResult[],
  keys: ReadonlyMap<string, string>,
  commit = before.commit,
): void {
  const parts = { ...before.parts };
  for (const { name, passed, failed } of results) {
    const key = keys.get(name);
    if (failed === 0 && key !== undefined) parts[name] = { key, passed };
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ commit, parts }));
}

/**
 * Returns a key for the inputs of each part: Node, the editors, the environment, all files outside `src` and `test`, the
 * fixtures, and the sources and tests that the part imports. All of `src` counts for a part that starts programs, and all files
 * count for a part that mocha does not run.
 */
export async function keysOf(parts: readonly TestPart[]): Promise<ReadonlyMap<string, string>> {
  const [all, inputs] = await Promise.all([
    repositoryFiles(),
    inputsOf(parts.flatMap(({ files = [] }) => files)),
  ]);
  const environment = variables.map((name) => `${name}=${process.env[name] ?? ''}`);
  const common = [process.version, process.platform, process.arch, ...editorVersions, ...environment];
  const everybody = all.filter((path) => !/^(?:src|test)\//.test(path) || path.startsWith('test/fixtures/'));
  const keyOf = ({ name, files, command }: TestPart): string => {
    const isWhole = files === undefined || name.endsWith('house');
    if (isWhole) return hashOf(all, ...common, ...command);
    const own = files.map((path) => inputs.get(path));
    const imported = new Set(own.flatMap((one) => [...(one?.files ?? [])]));
    const programs = own.some((one) => one?.startsPrograms === true);
    const used = all.filter((path) => imported.has(path) || (programs && path.startsWith('src/')));
    return hashOf([...everybody, ...used], ...common, ...command);
  };
  return new Map(parts.map((part) => [part.name, keyOf(part)]));
}
