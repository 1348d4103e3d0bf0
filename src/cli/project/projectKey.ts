import * as z from 'zod/mini';
import { parse as parseJsonc } from 'jsonc-parser';
import { brands } from '../../core/brand.ts';
import { parseBinding } from '../../core/bindings/binding.ts';
import { parseProperties } from '../../core/bindings/suggestions/properties.ts';

/** A file of a folder that may name its project, best first, and how to read it. */
interface KeySource {
  readonly path: string;
  readonly read: (text: string) => string | undefined;
}

/** The user's editor settings come first, then the file that the team shares, then the scanner's properties. */
export const keySources: readonly KeySource[] = [
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

/**
 * Only the key counts here, so the file may lack the server. The programs that write it differ in the case of names.
 */
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
