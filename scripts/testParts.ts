import { join, matchesGlob } from 'node:path';
import { latestEditor, oldestEditor } from './editor/versions.ts';
import type { Part } from './lanes.ts';
import { outsideDefault } from './outsideDefault.data.ts';
import { filesBelow } from './filesBelow.ts';
import { readFileSync } from 'node:fs';

const root = join(import.meta.dirname, '..');
const mocha = 'node_modules/mocha/bin/mocha.js';

export interface TestPart extends Part {
  /** The test files that it runs in one process of mocha; undefined if it is not so simple. */
  readonly files?: readonly string[];
}

/** For a part that takes up to 35 minutes on a slow machine. `.ci/run` may take 90. */
const longLimitMs = 70 * 60_000;

/**
 * The parts of the unit tests: patterns below `test/unit`, a file belongs to the first that matches. Tests that start
 * programs are several parts, because a start from a large process can cost several times the processor time of one from a
 * small process: Linux copies its page tables.
 */
const unitParts: Readonly<Record<string, string>> = {
  'cli/hook': 'cli/hook/**',
  node: 'node/**',
  'agents (programs)': 'agents/**/*.e2e.test.ts',
  agents: 'agents/**',
  'cli/integrate': 'cli/integrate/**',
  cli: 'cli/**',
  house: 'house/**',
  tools: 'tools/**',
  'the rest': '**',
};

/** Whether the default run has this test file; `npm test -- --all` has all of them. */
export function isInDefault(file: string): boolean {
  return !Object.keys(outsideDefault).some((pattern) => matchesGlob(file, pattern));
}

function filesPart(name: string, files: readonly string[]): TestPart {
  return { name, files, command: [process.execPath, mocha, ...files] };
}

const script = (name: string, ...args: readonly string[]): TestPart => ({
  name: [name, ...args].join(' '),
  command: ['npm', 'run', '--silent', name, '--', ...args],
});

/** Parts that check the whole tree. They give way to the others. */
export const checks: readonly TestPart[] = ['types', 'lint'].map((name) => ({
  ...script(name),
  isSingle: true,
  canWait: true,
  limitMs: longLimitMs,
}));

export function plainTestFiles(): readonly string[] {
  return filesBelow(root, '.test.ts', 'test/unit', 'test/contract', 'test/relay', 'test/simulation');
}

/** The part that a test file without an editor belongs to. */
function partOf(file: string): string {
  const [, folder = '', path = ''] = /^test\/(\w+)\/(.*)$/.exec(file) ?? [];
  if (folder !== 'unit') return folder;
  const [name = ''] = Object.entries(unitParts).find(([, pattern]) => matchesGlob(path, pattern)) ?? [];
  return `unit: ${name}`;
}

/** Groups test files that run without an editor into parts, the longest first. */
export function plainParts(files: readonly string[]): readonly TestPart[] {
  const order = [...Object.keys(unitParts).map((name) => `unit: ${name}`), 'relay', 'contract', 'simulation'];
  return order.flatMap((name) => {
    const own = files.filter((file) => partOf(file) === name);
    return own.length > 0 ? [filesPart(name, own)] : [];
  });
}

const uiTests = (...args: readonly string[]): TestPart => ({
  ...script('test:ui', '--editor', latestEditor, ...args),
  name: `test:ui, latest editor`,
  limitMs: longLimitMs,
});

/** What `npm test` runs, the longest first, so that the other lanes fill up with the rest. */
export function defaultParts(): readonly TestPart[] {
  return [
    uiTests(...uiTestFiles().filter(isInDefault)),
    ...plainParts(plainTestFiles().filter(isInDefault)),
    ...checks,
    script('test:editor', '--editor', latestEditor),
  ];
}

/** A part that needs a program, or another system, that it makes or downloads where it can. */
const possible = (name: string, ...args: readonly string[]): TestPart => ({
  ...script(name, ...args),
  canLack: true,
  // Downloads may need the certificates of a company.
  env: { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS },
  limitMs: longLimitMs,
});

/**
 * What `npm test -- --all` runs. Each run of the UI tests has one process here, because another lane has windows at the same
 * time: with more of them, windows that are not in front stand still for seconds on two processors.
 */
export function allParts(): readonly TestPart[] {
  const plain = plainParts(plainTestFiles());
  const one = ['--shards', '1'];
  return [
    uiTests(...one, ...uiTestFiles()),
    possible('test:real', '--only', '9.9.0.65466'),
    ...plain.slice(0, 3),
    { ...script('test:ui', '--editor', oldestEditor, ...one), limitMs: longLimitMs },
    ...plain.slice(3),
    ...checks,
    script('test:editor', '--editor', latestEditor),
    script('test:editor', '--editor', oldestEditor),
    possible('test:editor', '--editor', latestEditor, '--compiled'),
    possible('test:bare', '--recipe', 'start'),
    possible('test:windows', 'caseless'),
    possible('test:caseless'),
    script('test:install', '--here'),
    script('test:conformance'),
  ];
}

export function uiTestFiles(): readonly string[] {
  return filesBelow(root, '.test.ts', 'test/ui');
}

/**
 * Whether the file is about what differs between versions, so that `npm run test:ui` runs it in the oldest editor too. A tag
 * that begins a line says so, followed by the reason.
 */
export function isForOldestEditor(file: string): boolean {
  return /^\/\/ @oldest-editor\b/m.test(readFileSync(join(root, file), 'utf8'));
}
