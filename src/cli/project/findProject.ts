import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { parse as parseJsonc } from 'jsonc-parser';
import { readInside } from '../../node/files/realPath.ts';
import { gitRoot } from '../../node/process/repository.ts';
import { brands } from '../../core/brand.ts';
import { parseBinding } from '../../core/bindings/binding.ts';
import { parseProperties } from '../../core/bindings/suggestions/properties.ts';
import { CliError } from '../exitCodes.ts';

/** The folder of the project, and its key on the platform when a file or an earlier run names it. */
export interface LocalProject {
  readonly root: string;
  readonly key: string | undefined;
  /** The source of the key, to show to the user: the path of a file, or the words "an earlier run of integrate". */
  readonly source: string | undefined;
}

/**
 * Finds the project from `cwd` upwards to the top of the working tree. The nearest folder that names a project wins, so
 * that a part of a monorepo may be a separate project. Without such a folder the root is the top, or `cwd` outside of
 * git.
 *
 * @param remembered Returns the key that an earlier run of `integrate` stored for a folder.
 */
export async function findProject(
  cwd: string,
  remembered: (root: string) => string | undefined = () => undefined,
): Promise<LocalProject> {
  const top = (await gitRoot(cwd)) ?? cwd;
  for (let folder = cwd; ; folder = dirname(folder)) {
    for (const { path, read } of keySources) {
      const file = join(folder, path);
      const key = read(textIn(folder, path));
      if (key !== undefined) return { root: folder, key, source: file };
    }
    const key = remembered(folder);
    if (key !== undefined) return { root: folder, key, source: 'an earlier run of integrate' };
    if (folder === top || dirname(folder) === folder) return { root: top, key: undefined, source: undefined };
  }
}

/** Returns an empty text for a file that cannot be read or is a link: such a file names no project. */
function textIn(folder: string, path: string): string {
  try {
    return (
      readInside(folder, path)
        ?.toString('utf8')
        .replace(/^\uFEFF/, '') ?? ''
    );
  } catch {
    // The editor, the scanner and `integrate` report such a file when they use it.
    return '';
  }
}

/** The files of a folder that may name its project, best first: those of the user, the team, the scanner. */
const keySources = [
  { path: '.vscode/settings.json', read: keyInSettings },
  ...brands.map(({ files }) => ({ path: files.sharedBinding, read: keyInSharedBinding })),
  ...brands.flatMap(({ files }) => files.properties.map((path) => ({ path, read: keyInProperties }))),
];

function keyInSettings(text: string): string | undefined {
  const settings: unknown = parseJsonc(text, [], { allowTrailingComma: true });
  const value = z.looseObject({ 'service.connectedMode.project': z.unknown() }).safeParse(settings);
  const binding = parseBinding(value.data?.['service.connectedMode.project']);
  return binding && 'projectKey' in binding ? binding.projectKey : undefined;
}

/** Returns the key in a shared binding. The file may lack the server, and programs differ in the case of its names. */
function keyInSharedBinding(text: string): string | undefined {
  const file: unknown = parseJsonc(text, [], { allowTrailingComma: true });
  const fields = Object.entries(z.record(z.string(), z.unknown()).safeParse(file).data ?? {});
  const [, key] = fields.find(([name]) => name.toLowerCase() === 'projectkey') ?? [];
  return typeof key === 'string' && key.trim() !== '' ? key.trim() : undefined;
}

function keyInProperties(text: string): string | undefined {
  const properties = parseProperties(text);
  const keys = brands.map(({ projectProperties }) => properties.get(projectProperties.key));
  return keys.find((key) => key !== undefined && key !== '');
}

/** Returns the project that the user names, otherwise the one that the working folder is bound to. */
export async function projectOf(cwd: string, given: string | undefined): Promise<string> {
  return requireKey(given ?? (await findProject(await realpath(cwd))).key);
}

/** @throws {CliError} for a project that is not known. */
export function requireKey(key: string | undefined): string {
  if (key !== undefined) return key;
  throw new CliError('No project is configured.', {
    fix: 'Pass --project KEY, or bind this folder to a project: service-cli link --project KEY.',
  });
}
