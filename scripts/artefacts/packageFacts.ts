import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
