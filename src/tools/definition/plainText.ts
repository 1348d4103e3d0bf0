const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  amp: '&',
};

/** Converts HTML to text of a third of its size. Code keeps its lines. Returns undefined when no text is left. */
export function plainText(parts: readonly (string | undefined)[], budget = answerBudget): string | undefined {
  const text = parts
    .filter((part) => part !== undefined)
    .join('\n\n')
    // A tag ends before the next one begins, and blanks begin where no blank stands before them: the time is linear.
    .replace(/<li\b[^<>]*>/gi, '\n- ')
    .replace(/<(?:br|\/p|\/h\d|\/pre|\/ul|\/ol|\/tr|\/div)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text === '') return undefined;
  return text.length > budget ? `${text.slice(0, budget)}\n[cut]` : text;
}

/** Characters of rows or text in one answer; about 6,000 tokens. More would crowd out the agent's own work. */
export const answerBudget = 20_000;

/** Returns how many of the first rows fit into the budget; at least one, so that paging always moves on. */
export function countFitting(rows: readonly unknown[], budget = answerBudget): number {
  let size = 0;
  const tooMany = rows.findIndex((row) => (size += JSON.stringify(row).length) > budget);
  return tooMany === -1 ? rows.length : Math.max(tooMany, 1);
}

/** Returns the lines from `fromLine` (1-based) on that fit, and the number of the next. Cuts a line over the budget. */
export function excerptOf(text: string, fromLine = 1, budget = answerBudget) {
  const lines = text.split('\n').slice(fromLine - 1);
  const count = countFitting(lines, budget);
  const shown = lines.slice(0, count).join('\n').slice(0, budget);
  return count < lines.length ? { text: shown, nextLine: fromLine + count } : { text: shown };
}

/** Returns the end of a text. Meant for logs, where the last lines matter most. */
export function endOfText(text: string, budget = answerBudget): string {
  if (text.length <= budget) return text;
  const tail = text.slice(-budget);
  return tail.slice(tail.indexOf('\n') + 1);
}
