import { ownRules } from '../../src/secrets/describeRule.ts';
import { formatRules } from '../../src/secrets/rules/formatRules.ts';
import { code, plain } from './markdown.ts';

/**
 * Returns the list of all rules that find secrets: those for other secrets with their meaning, then those of vendors'
 * formats, whose names say the vendor and the secret, by the first letter.
 */
export function secretRules(): string {
  const others = Object.entries(ownRules).map(([id, description]) => `- ${code(id)} ${plain(description)}`);
  const formats = [...formatRules].sort((a, b) => (a.id < b.id ? -1 : 1));
  const linesOfLetters = [...new Set(formats.map(({ id }) => id.charAt(0)))].map((letter) => {
    const rules = formats.filter(({ id }) => id.startsWith(letter));
    return `- ${rules.map(({ id, link }) => `[${code(id)}](${link})`).join(', ')}`;
  });
  return [...others, ...linesOfLetters].join('\n');
}
