import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from './run.ts';

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
