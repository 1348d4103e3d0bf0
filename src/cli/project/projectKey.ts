import * as z from 'zod/mini';
import { parse as parseJsonc } from 'jsonc-parser';
import { brands } from '../../core/brand.ts';
import { parseBinding } from '../../core/bindings/binding.ts';

/** A file of a folder that may name its project, best first, and how to read it. */
export interface KeySource {
  readonly path: string;
  readonly read: (text: string) => string | undefined;
}

/** What the person set in the editor goes first, then what the team shares, then what the scanner uses. */
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

const sharedBinding = z.object({ projectKey: z.string().check(z.minLength(1)) });

function keyInSharedBinding(text: string): string | undefined {
  return sharedBinding.safeParse(parseJsonc(text, [], { allowTrailingComma: true })).data?.projectKey;
}

/** `service.projectKey=x`, the last one counts. Java's format: blanks, `:` or `=` between name and value, escapes. */
function keyInProperties(text: string): string | undefined {
  let key: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const value = /^[ \t\f]*(?:service|sonar)\.projectKey[ \t\f]*[=:](.*)$/.exec(line)?.[1];
    if (value !== undefined) key = unescape(value).trim();
  }
  return key === '' ? undefined : key;
}

function unescape(value: string): string {
  return value.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|(.))/g,
    (_, code: string | undefined, char: string | undefined) =>
      code === undefined ? (char ?? '') : String.fromCharCode(parseInt(code, 16)),
  );
}
