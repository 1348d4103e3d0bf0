import { join } from 'node:path';
import { bundledFolders, loadedPackages } from './bundleContents.ts';
import { readdir, readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { allowedLicences } from './licences.data.ts';

/** A package whose code is in an artefact, with the texts that its licence demands. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX id. */
  readonly licence: string;
  /** The files LICENSE and NOTICE of the package. Some packages that npm installs have none. */
  readonly texts: readonly string[];
}

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

/**
 * Reads the facts about a package that notices and SBOMs contain.
 * @param folder with its package.json
 * @throws Error when its licence is not in the list of allowed ones
 */
export async function readShippedPackage(folder: string): Promise<ShippedPackage> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = manifestSchema.parse(JSON.parse(text));
  // The user of a package chooses one of several licences: `(WTFPL OR MIT)`.
  const choices = license.replaceAll(/[()]/gu, '').split(' OR ');
  const licence = choices.find((choice) => allowedLicences.has(choice));
  if (licence === undefined)
    throw new Error(`${name} ${version} has the licence ${license}, which licences.data.ts does not allow.`);
  const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|copying|notice)\b/iu.test(file));
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')));
  return { name, version, licence, texts: texts.map((content) => content.replaceAll('\r\n', '\n').trim()) };
}

const root = join(import.meta.dirname, '../..');

export interface ShippedCode {
  /** Their code is in the files. */
  readonly bundled: readonly ShippedPackage[];
  /** The files load them from `node_modules`; what these need is among them. */
  readonly installed: readonly ShippedPackage[];
}

/** @throws Error when a licence is not allowed, or its text is missing */
export async function shippedCodeOf(files: readonly string[]): Promise<ShippedCode> {
  const read = (folders: readonly string[]): Promise<ShippedPackage[]> =>
    Promise.all(folders.map((folder) => readShippedPackage(join(root, folder))));
  return {
    bundled: await read(bundledFolders(files)),
    installed: await read(await lockedFolders(loadedPackages(files))),
  };
}

/**
 * Returns THIRD_PARTY_NOTICES.md of an artefact: its packages, and each text once with the packages that it is for.
 * @throws Error when a package brings no text: its licence demands that the text goes along with the code
 */
export function noticesOf(artefact: string, packages: readonly ShippedPackage[]): string {
  const silent = packages.filter(({ texts }) => texts.length === 0);
  if (silent.length > 0)
    throw new Error(`Without the text of their licence: ${silent.map(nameOf).join(', ')}.`);
  const users = new Map<string, string[]>();
  for (const shipped of packages)
    for (const text of shipped.texts) users.set(text, [...(users.get(text) ?? []), nameOf(shipped)]);
  const rows = packages.map((shipped) => `| ${shipped.name} | ${shipped.version} | ${shipped.licence} |`);
  const texts = [...users].map(([text, names]) => `## ${names.join(', ')}\n\n${fenced(text)}`);
  return `# Third-party notices

${artefact} contains code of these packages from the npm registry.

| package | version | licence |
|---|---|---|
${rows.join('\n')}

${texts.join('\n\n')}
`;
}

const nameOf = ({ name, version }: ShippedPackage): string => `${name} ${version}`;

/** A licence is shown as it is: as a block that its own back quotes do not end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([quotes]) => quotes.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

const names = z.optional(z.record(z.string(), z.string()));

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: z.optional(z.record(z.string(), z.object({ optional: z.optional(z.boolean()) }))),
    }),
  ),
});

/**
 * Returns the folders of the packages and of all packages that they need at run time, as package-lock.json has them:
 * `node_modules/eslint`, sorted. Optional packages are not among them.
 * @throws Error when the lockfile lacks a package
 */
export async function lockedFolders(wanted: readonly string[]): Promise<string[]> {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8');
  const { packages } = lockfileSchema.parse(JSON.parse(text));
  const folders = new Set<string>();
  const add = (name: string, user: string): void => {
    const folder = ownersOf(user)
      .map((owner) => join(owner, 'node_modules', name))
      .find((path) => path in packages);
    if (folder === undefined) throw new Error(`package-lock.json lacks ${name}, which ${user} needs.`);
    if (folders.has(folder)) return;
    folders.add(folder);
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[folder] ?? {};
    for (const needed of Object.keys(dependencies)) add(needed, folder);
    for (const needed of Object.keys(peerDependencies))
      if (peerDependenciesMeta[needed]?.optional !== true) add(needed, folder);
  };
  for (const name of wanted) add(name, '');
  return [...folders].sort();
}

/** The folders below whose `node_modules` Node looks for a package, the nearest first. */
function ownersOf(folder: string): string[] {
  const parts = folder === '' ? [] : folder.split('/node_modules/');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/node_modules/')), ''];
}
