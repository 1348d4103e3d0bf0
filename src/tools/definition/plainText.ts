import { answerBudget } from './budget.ts';

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  amp: '&',
};

/**
 * Converts the platform's HTML descriptions to text, which has a third of the size and keeps everything that an agent
 * needs. Preformatted code keeps its line breaks. Returns undefined when no text is left.
 */
export function plainText(parts: readonly (string | undefined)[], budget = answerBudget): string | undefined {
  const text = parts
    .filter((part) => part !== undefined)
    .join('\n\n')
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(/<(?:br|\/p|\/h\d|\/pre|\/ul|\/ol|\/tr|\/div)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text === '') return undefined;
  return text.length > budget ? `${text.slice(0, budget)}\n[cut]` : text;
}
