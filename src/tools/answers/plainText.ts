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
 * The platform's HTML descriptions as text: a third of the size, and nothing an agent would miss. Preformatted code
 * keeps its line breaks. Undefined when nothing is left.
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
