import * as z from 'zod';
import { formatPlatformDate, parsePlatformDate } from '../../core/api/dates.ts';

/** Names that are the same in every tool. The one with a default (`projectKey`) is taken out of the schemas then. */
export const projectKey = z.string().min(1);

/** `branch` xor `pullRequest`, which is checked once for all tools. */
export const branchInput = {
  branch: z.string().min(1).optional(),
  pullRequest: z.string().min(1).optional(),
};

/** A key is a word without commas: platforms take lists as comma-separated text. */
export const listOfKeys = z.array(z.string().regex(/^[^,]+$/)).max(100);

/** A date, or a date-time as answers have it; becomes what platforms take, which refuse an offset with a colon. */
export const dateInput = z.string().transform((text, context) => {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const at = parsePlatformDate(text);
  if (at !== undefined) return formatPlatformDate(at);
  context.issues.push({ code: 'custom', message: 'not a date or date-time', input: text });
  return z.NEVER;
});
