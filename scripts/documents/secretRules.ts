import { ownRules } from '../../src/secrets/describeRule.ts';
import { formatRules } from '../../src/secrets/rules/formatRules.ts';
import { code, plain } from './markdown.ts';

/** Returns the list of all rules that find secrets: those of vendors' formats by name, then the rules for other secrets. */
export function secretRules(): string {
  const formats = formatRules
    .map(({ id, description, link }) => [code(id), `[${plain(description)}](${link})`])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const others = Object.entries(ownRules).map(([id, description]) => [code(id), plain(description)]);
  return [...others, ...formats].map((rule) => `- ${rule.join(' ')}`).join('\n');
}
