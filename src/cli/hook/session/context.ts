import { readdir } from 'node:fs/promises';
import * as z from 'zod/mini';
import { findHiddenText } from '../../../core/hiddenText.ts';
import { printable } from '../../../core/printable.ts';
import { scan } from '../../../secrets/scan.ts';
import { textInsideIfAny } from '../../readText.ts';
import { jsonIn } from '../../../agents/request/encodedTexts.ts';
import { changedFiles, filesUsing } from '../../../node/process/repository.ts';

export interface ContextPart {
  readonly title: string;
  /** A file, a command or an address, so that the agent can look up more. */
  readonly source: string;
  readonly text: string;
}

/** Shortens a text at the end of a line and adds a note that it was shortened. */
export function limited(text: string, maxChars: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= maxChars) return trimmed;
  const cut = trimmed.slice(0, maxChars);
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), 1))}\n… (shortened)`;
}

/** Joins the parts that came in time without a secret or hidden characters; undefined when no part is left. */
export function contextOf(project: string, parts: readonly (ContextPart | undefined)[]): string | undefined {
  // The context reaches the model without passing another hook, so it is scanned here.
  const clean = parts.filter((part) => part !== undefined && isClean(part.text));
  if (clean.length === 0) return undefined;
  const sections = clean.map((part) =>
    part ? `## ${part.title}\n(source: ${part.source})\n\n${part.text}` : '',
  );
  // A file of the repository names the key, so it is checked as the parts are.
  const name =
    project.length <= longestKey && isClean(project)
      ? ` (${printable(project)} on the code-quality platform)`
      : '';
  return [`# About this project${name}`, ...sections].join('\n\n');
}

/** The longest key of a project that the platforms allow. */
const longestKey = 400;

export function isClean(text: string): boolean {
  return scan(text).findings.length === 0 && findHiddenText(text).length === 0;
}

const longestPage = 3_000;

function guidelines(root: string): Promise<ContextPart | undefined> {
  return Promise.resolve(
    firstOf(root, 'Guidelines', [
      'AGENTS.md',
      'CONTRIBUTING.md',
      '.github/CONTRIBUTING.md',
      'docs/CONTRIBUTING.md',
    ]),
  );
}

/** Returns the project's page about its architecture; without one, the names in its top folder. */
async function architecture(root: string): Promise<ContextPart | undefined> {
  const page = firstOf(root, 'Architecture', [
    'ARCHITECTURE.md',
    'docs/ARCHITECTURE.md',
    'docs/architecture.md',
    'doc/architecture.md',
  ]);
  if (page) return page;
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  return names.length === 0
    ? undefined
    : {
        title: 'Architecture',
        source: 'the top folder',
        text: limited(names.sort().join('\n'), longestPage),
      };
}

function firstOf(root: string, title: string, paths: readonly string[]): ContextPart | undefined {
  for (const path of paths) {
    const text = textInsideIfAny(root, path);
    if (text !== undefined) return { title, source: path, text: limited(text, longestPage) };
  }
  return undefined;
}

const longestList = 2_500;

const names = z.optional(z.record(z.string(), z.string()));
const npmManifest = z.object({ dependencies: names, devDependencies: names });
const npmLock = z.object({ packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })) });

/** Manifests that are already readable as lists, with their lockfiles. */
const others: readonly (readonly [manifest: string, lockfile: string])[] = [
  ['pyproject.toml', 'poetry.lock'],
  ['requirements.txt', 'requirements.lock'],
  ['go.mod', 'go.sum'],
  ['Cargo.toml', 'Cargo.lock'],
  ['pom.xml', ''],
  ['build.gradle', 'gradle.lockfile'],
  ['build.gradle.kts', 'gradle.lockfile'],
  ['Gemfile', 'Gemfile.lock'],
  ['composer.json', 'composer.lock'],
];

/** Returns the dependencies of the project: for npm in their locked versions, else as the manifest lists them. */
function dependencies(root: string): Promise<ContextPart | undefined> {
  return Promise.resolve(npm(root) ?? other(root));
}

function npm(root: string): ContextPart | undefined {
  const json = (path: string): unknown => jsonIn(textInsideIfAny(root, path) ?? '');
  const manifest = npmManifest.safeParse(json('package.json')).data;
  if (!manifest) return undefined;
  const locked = npmLock.safeParse(json('package-lock.json')).data?.packages;
  const list = (title: string, entries: Record<string, string> = {}): string[] => {
    const lines = Object.entries(entries).map(
      ([name, range]) => `- ${name} ${locked?.[`node_modules/${name}`]?.version ?? range}`,
    );
    return lines.length === 0 ? [] : [`${title}:`, ...lines];
  };
  const text = [
    ...list('Used', manifest.dependencies),
    ...list('For development', manifest.devDependencies),
  ].join('\n');
  const source = locked ? 'package.json, package-lock.json' : 'package.json';
  return text === '' ? undefined : { title: 'Dependencies', source, text: limited(text, longestList) };
}

function other(root: string): ContextPart | undefined {
  for (const [manifest, lockfile] of others) {
    const text = textInsideIfAny(root, manifest);
    if (text === undefined) continue;
    const isLocked = lockfile !== '' && textInsideIfAny(root, lockfile) !== undefined;
    return {
      title: 'Dependencies',
      source: isLocked ? `${manifest}, versions locked in ${lockfile}` : manifest,
      text: limited(text, longestList),
    };
  }
  return undefined;
}

const longestUses = 3_000;
const maxFiles = 10;
const maxSymbols = 8;
const maxCallers = 5;

/** How the files of a language declare exported symbols. Each pattern matches one line, so that no text takes long. */
const exportsOf: Readonly<Record<string, RegExp>> = {
  js: /^export\s+(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|interface|type|enum)\s+(\w+)/,
  py: /^(?:async\s+)?(?:def|class)\s+([A-Za-z]\w*)/,
  go: /^(?:func|type|var|const)\s+(?:\([^)]{1,80}\)\s*)?([A-Z]\w*)/,
  java: /^\s{0,4}public\s+(?:(?:static|final|abstract|sealed)\s+){0,3}(?:class|interface|enum|record)\s+(\w+)/,
};

/** Returns the exported symbols of the files that are being changed, with the files that use them. */
async function navigation(root: string): Promise<ContextPart | undefined> {
  const files = (await changedFiles(root)).slice(0, maxFiles);
  let text = '';
  // Files are searched one after the other, with one parallel search per symbol: the machine also has other work at the
  // start of a session.
  for (const path of files) {
    const section = await sectionOf(root, path);
    if (section !== undefined) text += `${text && '\n'}${section}`;
    if (text.length > longestUses) break;
  }
  return text === ''
    ? undefined
    : {
        title: 'Exported symbols of changed files, and who uses them',
        source: 'git grep',
        text: limited(text, longestUses),
      };
}

async function sectionOf(root: string, path: string): Promise<string | undefined> {
  const symbols = exportedSymbols(path, textInsideIfAny(root, path) ?? '').slice(0, maxSymbols);
  if (symbols.length === 0) return undefined;
  const lines = await Promise.all(
    symbols.map(
      async (symbol) =>
        `- \`${symbol}\`: ${(await filesUsing(root, symbol, { except: path, limit: maxCallers })).join(', ') || 'no use found'}`,
    ),
  );
  return [path, ...lines].join('\n');
}

export function exportedSymbols(path: string, text: string): string[] {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const pattern = exportsOf[/^[cm]?[jt]sx?$/.test(extension) ? 'js' : extension];
  if (!pattern) return [];
  const names = text.split('\n').flatMap((line) => pattern.exec(line.slice(0, 300))?.[1] ?? []);
  return [...new Set(names)];
}

/** The parts that need no platform, in their order in the context. */
export const localParts = [guidelines, architecture, navigation, dependencies] as const;
