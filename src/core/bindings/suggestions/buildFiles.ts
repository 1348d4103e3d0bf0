import * as z from 'zod/mini';
import { brands } from '../../brand.ts';

/** What a build file says of its project. Looked for in the text: no build is run, no file is fetched. */
export interface BuildNames {
  /** Said to be the project's key. */
  readonly key?: string | undefined;
  /** What the project is called, or what its key is where nobody says otherwise. */
  readonly names: readonly string[];
}

const propertyNames = brands.map(({ projectProperties }) => projectProperties.key);

/** `pom.xml`. Without a key of its own a project has the key `groupId:artifactId`. */
export function readMaven(text: string): BuildNames {
  const xml = withoutXmlComments(text);
  const key = firstOf(propertyNames.map((name) => element(xml, name)));
  // What stands deeper names other projects; the parent's group is the project's where it has none of its own.
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

/** `build.gradle`, `build.gradle.kts`, `settings.gradle`, `settings.gradle.kts`. */
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

/** The settings file of the scanner for .NET: `<Property Name="…">key</Property>`. */
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

/** `package.json`, with and without its scope. */
export function readPackageJson(text: string): BuildNames {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Half-edited, or with comments: a clue less, nothing of ours.
    return { names: [] };
  }
  const name = packageJson.safeParse(value).data?.name;
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

/** The text of the first element of this name; undefined where it refers to a property. */
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
