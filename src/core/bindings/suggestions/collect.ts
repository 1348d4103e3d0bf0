import { brands } from '../../brand.ts';
import { parseServerUrl } from '../../connections/serverUrl.ts';
import { messageOf } from '../../failures.ts';
import { parseSharedBinding } from '../sharedBinding.ts';
import { type BuildNames, readDotNet, readGradle, readMaven, readPackageJson } from './buildFiles.ts';
import { parseProperties } from './properties.ts';

export const hintOrigins = [
  'sharedFile',
  'propertiesFile',
  'buildFile',
  'gitRemote',
  'packageName',
  'folderName',
] as const;
type HintOrigin = (typeof hintOrigins)[number];

/** Text in a folder that may identify its project. It is untrusted, because it comes from a repository. */
export interface BindingHint {
  readonly origin: HintOrigin;
  /** The file that contains it, relative to the folder. */
  readonly path?: string;
  /** `key`: the project's key, by the author or a rule of the platform. `name`: a possible name of the project. */
  readonly kind: 'key' | 'name';
  readonly text: string;
  /** The platform that the file names. It is only compared with existing connections; no request is sent to it. */
  readonly place?: PlatformHint;
}

export type PlatformHint =
  { readonly serverUrl: string } | { readonly organizationKey: string; readonly region?: 'EU' | 'US' };

/** Returns whether the platform allows this text as a project key. Other text does not need a request. */
function isProjectKey(text: string): boolean {
  return text.length <= 400 && /^[\w.:-]+$/.test(text) && /\D/.test(text);
}

/** The content of a folder that the host has read. */
interface FolderContent {
  readonly name: string;
  /** Texts of the existing `hintPaths`, by path. */
  readonly files: ReadonlyMap<string, string>;
}

export interface BindingHints {
  readonly hints: readonly BindingHint[];
  /** Messages for the log about binding files that cannot be parsed: the file, the field and the reason. */
  readonly problems: readonly string[];
}

type Reader = (text: string, path: string) => readonly BindingHint[];

/** The largest part of a file that is read, in characters. Hand-written build files are never larger. */
const maxLength = 200_000;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...brands.map(({ files }) => [files.sharedBinding, readShared] as const),
  ...brands.flatMap(({ files }) => files.properties.map((path) => [path, readProperties] as const)),
  ['gradle.properties', readProperties],
  ['pom.xml', named('buildFile', readMaven)],
  ['build.gradle', named('buildFile', readGradle)],
  ['build.gradle.kts', named('buildFile', readGradle)],
  ['settings.gradle', named('buildFile', readGradle)],
  ['settings.gradle.kts', named('buildFile', readGradle)],
  ...brands.map(({ files }) => [files.dotNetProperties, named('buildFile', readDotNet)] as const),
  ['.git/config', readGit],
  ['package.json', named('packageName', readPackageJson)],
]);

/** The files to read in a folder, relative to it. */
export const hintPaths: readonly string[] = [...readers.keys()];

/** Returns all hints about the project of a folder. Never throws: a file that cannot be parsed gives no hint. */
export function collectHints({ name, files }: FolderContent): BindingHints {
  const hints: BindingHint[] = [];
  const problems: string[] = [];
  for (const [path, read] of readers) {
    const text = files.get(path);
    if (text === undefined) continue;
    try {
      hints.push(...read(text.slice(0, maxLength), path));
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  hints.push({ origin: 'folderName', kind: 'name', text: name });
  return {
    hints: hints.filter(({ kind, text }) => text !== '' && (kind === 'name' || isProjectKey(text))),
    problems,
  };
}

function readShared(text: string, path: string): readonly BindingHint[] {
  const { target, projectKey } = parseSharedBinding(text, path);
  return [{ origin: 'sharedFile', path, kind: 'key', text: projectKey, place: target }];
}

function readProperties(text: string, path: string): readonly BindingHint[] {
  const all = parseProperties(text);
  const get = (name: string) => all.get(name) ?? all.get(`systemProp.${name}`);
  return brands.flatMap(({ projectProperties: names }): readonly BindingHint[] => {
    const key = get(names.key);
    if (key === undefined) return [];
    const place = platformHintOf(get(names.serverUrl), get(names.organization));
    return [{ origin: 'propertiesFile', path, kind: 'key', text: key, ...(place && { place }) }];
  });
}

/** Returns the platform that a file names. An organization means the cloud, whatever the server address. */
function platformHintOf(
  address: string | undefined,
  organizationKey: string | undefined,
): PlatformHint | undefined {
  if (organizationKey) return { organizationKey };
  const serverUrl = address === undefined ? undefined : parseServerUrl(address);
  return serverUrl === undefined ? undefined : { serverUrl };
}

function named(origin: HintOrigin, read: (text: string) => BuildNames): Reader {
  return (text, path) => {
    const { key, names } = read(text);
    return [
      ...(key === undefined ? [] : [{ origin, path, kind: 'key', text: key } as const]),
      ...names.map((name) => ({ origin, path, kind: 'name', text: name }) as const),
    ];
  };
}

/** Returns project keys and names that remotes suggest. The cloud builds keys from a repository's owner and name. */
function readGit(text: string, path: string): readonly BindingHint[] {
  return readGitRemotes(text).flatMap(({ owner, repository }) => [
    { origin: 'gitRemote', path, kind: 'key', text: `${owner}_${repository}` } as const,
    { origin: 'gitRemote', path, kind: 'name', text: repository } as const,
  ]);
}

/** A repository on a code host: the last two parts of its path. */
interface Remote {
  readonly owner: string;
  readonly repository: string;
}

/** Returns the remotes of a `.git/config`, `origin` first, without the credentials that addresses may contain. */
export function readGitRemotes(config: string): readonly Remote[] {
  const found: { readonly name: string; readonly remote: Remote }[] = [];
  let name: string | undefined;
  for (const line of config.split('\n').map((text) => text.trim())) {
    if (line.startsWith('[')) name = /^\[remote "([^"]+)"\]/.exec(line)?.[1];
    const address = /^url\s*=(.*)$/.exec(line)?.[1]?.trim();
    const remote = name !== undefined && address ? parseRemote(address) : undefined;
    if (name !== undefined && remote) found.push({ name, remote });
  }
  return found
    .toSorted((a, b) => Number(b.name === 'origin') - Number(a.name === 'origin'))
    .map(({ remote }) => remote);
}

/** Parses `https://host/owner/repo.git`, `ssh://git@host/…`, `git@host:owner/repo.git`; undefined for a local path. */
export function parseRemote(address: string): Remote | undefined {
  const path =
    URL.canParse(address) && /^(?:https?|ssh|git):/.test(address)
      ? new URL(address).pathname
      : scpPath(address);
  const [repository = '', owner = ''] = (path ?? '').split('/').filter(Boolean).reverse();
  const name = repository.replace(/\.git$/, '');
  return name && owner ? { owner, repository: name } : undefined;
}

function scpPath(address: string): string | undefined {
  const colon = address.indexOf(':');
  // A single letter before the colon is a drive of Windows; a slash before the colon means a local path.
  return colon > 1 && !address.slice(0, colon).includes('/') ? address.slice(colon + 1) : undefined;
}
