import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as z from 'zod/mini';
import * as webhooksLibrary from '../../src/entrypoints/webhooks.ts';
import { cliProgram, leavesOf, pathOf } from './cliPrograms.ts';
import { deprecations, type Deprecation } from './deprecations.data.ts';
import { commandTitles, settingNames } from './referenceParts.ts';

const root = join(import.meta.dirname, '../..');
const surfaceSchema = z.record(z.string(), z.array(z.string()));

/** The names that users, scripts and other extensions call, sorted, by kind. */
export type PublicSurface = z.output<typeof surfaceSchema>;

export const surfaceFile = join(root, 'test/fixtures/public-surface.json');

export function publicSurface(): PublicSurface {
  const leaves = leavesOf(cliProgram());
  const tools = z
    .array(z.object({ name: z.string() }))
    .parse(JSON.parse(readFileSync(join(root, 'src/tools/catalogue/toolCatalogue.data.json'), 'utf8')));
  const surface = {
    settings: [...settingNames],
    commands: [...commandTitles.keys()],
    cli: leaves.flatMap((command) => [
      pathOf(command),
      ...command.options.map(({ long, short }) => `${pathOf(command)} ${long ?? short ?? ''}`),
    ]),
    tools: tools.map(({ name }) => name),
    extensionApi: apiMembers(),
    webhooksLibrary: Object.keys(webhooksLibrary),
  };
  return Object.fromEntries(Object.entries(surface).map(([kind, names]) => [kind, names.sort()]));
}

export function recordedSurface(): PublicSurface {
  return surfaceSchema.parse(JSON.parse(readFileSync(surfaceFile, 'utf8')));
}

/** Returns the record with all new names. It keeps names that are gone: only a person removes a line there. */
export function withAdditions(recorded: PublicSurface, current: PublicSurface): PublicSurface {
  return Object.fromEntries(
    Object.entries(current).map(([kind, names]) => [
      kind,
      [...new Set([...(recorded[kind] ?? []), ...names])].sort(),
    ]),
  );
}

/**
 * Returns the recorded names that are gone, as `kind: name`, except those that an earlier major version deprecated.
 * @param version the semantic version of this source
 */
export function brokenPromises(
  recorded: PublicSurface,
  current: PublicSurface,
  version: string,
  deprecated: readonly Deprecation[] = deprecations,
): string[] {
  const major = majorOf(version);
  const mayBeGone = new Set(
    deprecated.filter(({ since }) => majorOf(since) < major).map(({ kind, name }) => `${kind}: ${name}`),
  );
  return missingNames(recorded, current).filter((item) => !mayBeGone.has(item));
}

/** Returns the names that the other surface lacks, as `kind: name`. */
export function missingNames(surface: PublicSurface, other: PublicSurface): string[] {
  return Object.entries(surface).flatMap(([kind, names]) =>
    names.filter((name) => !other[kind]?.includes(name)).map((name) => `${kind}: ${name}`),
  );
}

const majorOf = (version: string): number => Number(version.split('.')[0]);

/** The members of the types that `activate` returns, as `ServiceApi.gateOf`. */
function apiMembers(): string[] {
  const text = readFileSync(join(root, 'src/extension/publicApi.ts'), 'utf8');
  const source = ts.createSourceFile('publicApi.ts', text, ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) return [];
    const type = statement.name.text;
    if (!/^(?:Public(?:Binding|Connection|Gate)|ServiceApi)$/u.test(type)) return [];
    const members = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isPropertySignature(node) && ts.isIdentifier(node.name)) members.add(node.name.text);
      ts.forEachChild(node, visit);
    };
    visit(statement);
    return [...members].map((member) => `${type}.${member}`);
  });
}
