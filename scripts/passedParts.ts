import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { editorVersions } from './editor/versions.ts';
import type { PartResult } from './lanes.ts';
import { hashOf, inputsOf, repositoryFiles } from './testInputs.ts';
import type { TestPart } from './testParts.ts';

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
