import * as z from 'zod';

/** Names that are the same in every tool. The one with a default (`projectKey`) is taken out of the schemas then. */
export const projectKey = z.string().min(1);

/** `branch` xor `pullRequest`, which is checked once for all tools. */
export const branchInput = {
  branch: z.string().min(1).optional(),
  pullRequest: z.string().min(1).optional(),
};

/** A key is a word without commas: platforms take lists as comma-separated text. */
export const listOfKeys = z.array(z.string().regex(/^[^,]+$/)).max(100);
