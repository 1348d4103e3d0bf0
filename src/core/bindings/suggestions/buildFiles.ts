import * as z from 'zod/mini';
import { brands } from '../../brand.ts';
import { parseIfValid } from '../../parsing.ts';

/** The names of a project in its build file, found in the text: no build runs, no other file is fetched. */
export interface BuildNames {
  /** The project key that the build file defines. */
  readonly key?: string | undefined;
  /** Names of the project, and the key that it has by default. */
  readonly names: readonly string[];
}

const propertyNames = brands.map(({ projectProperties }) => projectProperties.key);

/** Reads a `pom.xml`. The default key of a Maven project is `groupId:artifactId`. */
export function readMaven(text: string): BuildNames {
  const xml = withoutXmlComments(text);
  const key = firstOf(propertyNames.map((name) => element(xml, name)));
  // Nested elements name other projects. A project without a group inherits its parent's.
  const parent = section(xml, 'parent');
  const own = [
    'parent',
    'dependencies',
    'dependencyManagement',
    'build',
    'profiles',
    'reporting',
    'modules',
  ].reduce(without, xml);
  const artifact = element(own, 'artifactId');
  const group = element(own, 'groupId') ?? element(parent, 'groupId');
  const pair = group !== undefined && artifact !== undefined ? [`${group}:${artifact}`] : [];
  return { key, names: [...pair, ...(artifact === undefined ? [] : [artifact])] };
}

export function readGradle(text: string): BuildNames {
  const key = firstOf(
    propertyNames.map((name) => {
      const after = afterQuoted(text, name);
      return after === undefined
        ? undefined
        : /^\s{0,9}(?:[,:=]|to\s)\s{0,9}["']([^"'$\n]{1,400})["']/.exec(after)?.[1];
    }),
  );
  const name = /\brootProject\.name\s{0,9}=\s{0,9}["']([^"'$\n]{1,400})["']/.exec(text)?.[1];
  return { key, names: name === undefined ? [] : [name] };
}

/** Reads the settings file of the scanner for .NET: `<Property Name="…">key</Property>`. */
export function readDotNet(text: string): BuildNames {
  const xml = withoutXmlComments(text);
  const key = firstOf(
    propertyNames.map((name) => {
      const after = afterQuoted(xml, name);
      return after === undefined ? undefined : literal(/^\s{0,9}>([^<]{1,500})</.exec(after)?.[1]);
    }),
  );
  return { key, names: [] };
}

const packageJson = z.object({ name: z.string().check(z.minLength(1)) });

/** Reads a `package.json` and returns its name with and without the scope. */
export function readPackageJson(text: string): BuildNames {
  // A half-edited file, or one with comments, gives no hint, and this program need not report it.
  const name = parseIfValid(packageJson, text)?.name;
  return { names: name === undefined ? [] : [...new Set([name, name.replace(/^@[^/]+\//, '')])] };
}

function afterQuoted(text: string, name: string): string | undefined {
  for (const quote of ['"', "'"]) {
    const at = text.indexOf(quote + name + quote);
    if (at >= 0) return text.slice(at + name.length + 2);
  }
  return undefined;
}

function withoutXmlComments(text: string): string {
  return withoutAll(text, '<!--', '-->');
}

/** Returns the text of the first element of this name, or undefined if it is absent, empty or refers to a property. */
function element(xml: string, name: string): string | undefined {
  return literal(section(xml, name));
}

function literal(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || /[${}<>]/.test(trimmed) ? undefined : trimmed;
}

function section(xml: string, name: string): string {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? '' : xml.slice(start + name.length + 2, end);
}

function without(xml: string, name: string): string {
  return withoutAll(xml, `<${name}>`, `</${name}>`);
}

function withoutAll(text: string, start: string, end: string): string {
  const [head = '', ...parts] = text.split(start);
  const tails = parts.map((part) => {
    const at = part.indexOf(end);
    return at === -1 ? '' : part.slice(at + end.length);
  });
  return [head, ...tails].join('');
}

function firstOf(values: readonly (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined);
}
