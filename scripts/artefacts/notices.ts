import type { ShippedPackage } from './packageFacts.ts';

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
