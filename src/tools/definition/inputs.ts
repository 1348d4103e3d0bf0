import * as z from 'zod';
import { formatPlatformDate, parsePlatformDate } from '../../core/api/dates.ts';

/** Has the same name in every tool. A server with a default project removes it from the schemas. */
export const projectKey = z.string().min(1);

/** `branch` xor `pullRequest`; one check covers all tools. */
export const branchInput = {
  branch: z.string().min(1).optional(),
  pullRequest: z.string().min(1).optional(),
};

/** The key of a file. Only the check is a `refine`, so that the schema that clients load stays short. */
export const fileKey = z
  .string()
  .refine((text) => /^.+:./.test(text), 'not a file: use <project>:<path>, such as shop:src/cart.ts');

/** A list of keys without commas, because platforms take lists as comma-separated text. */
export const listOfKeys = z.array(z.string().regex(/^[^,]+$/)).max(100);

export const notADate = 'not a date: use one such as 2026-11-24 or 2026-11-24T08:00:00Z';

/** Accepts a date, or a date-time as in answers. Platforms refuse an offset with a colon, so the result has none. */
export const dateInput = z.string().transform((text, context) => {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const at = parsePlatformDate(text);
  if (at !== undefined) return formatPlatformDate(at);
  context.issues.push({ code: 'custom', message: notADate, input: text });
  return z.NEVER;
});

/** Input of a tool with a `confirmation`. If the client can ask its user, the user's answer replaces this argument. */
export const confirmInput = { confirm: z.boolean().optional() };
